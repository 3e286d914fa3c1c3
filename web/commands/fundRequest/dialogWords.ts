/** The dialog. */
export const words = {
  title: (person: string) => `Prestar a ${person}`,
  ofMe: 'Te pide a ti',
  ofAnyone: 'Pide a cualquiera',
  ofReader: 'Pide a quien tenga el enlace',
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
  stranger: 'Si no sabes quién es, puedes no volver a ver este dinero.',
  rules: 'Los dólares pasan de tu billetera a la suya al momento. Nada los garantiza y no se puede deshacer.',
  submit: (amount: string) => `Prestar ${amount}`,
  leave: 'Ahora no',
} as const
