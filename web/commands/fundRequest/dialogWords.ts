/** The dialog. */
export const words = {
  title: (person: string) => `Prestar a ${person}`,
  asked: 'Lo pide',
  ofMe: 'a ti',
  ofAnyone: 'a cualquiera',
  ofReader: 'a quien tenga el enlace',
  byLink: (end: string) =>
    `Te lo pide por enlace, y todavía no hay nada en la red: el préstamo empieza cuando prestes. Puedes hasta el ${end}.`,
  lend: 'Le prestas',
  back: (amount: string) => `Te devuelve ${amount}`,
  by: (moment: string) => `a más tardar el ${moment}`,
  inParts: (count: number, day: string) => `en ${count} cuotas, la última el ${day}`,
  plan: 'Si prestas hoy, te paga así:',
  interest: 'Interés fijo',
  term: 'Plazo',
  availableAfter: 'Disponible después',
  stranger: 'Si no sabes quién es, puedes no volver a ver este dinero. No se puede deshacer.',
  final: 'Nada lo garantiza y no se puede deshacer.',
  rules: 'Los dólares pasan de tu billetera a la suya al momento. Nada los garantiza.',
  submit: (amount: string) => `Prestar ${amount}`,
  leave: 'Ahora no',
} as const
