/** The dialog. */
export const words = {
  title: 'Anotar un pago recibido',
  payer: 'Te pagó fuera de aquí',
  owed: 'Te falta por recibir',
  which: '¿Cuánto recibiste?',
  amount: 'Monto',
  all: 'Todo lo que falta',
  pays: 'Se anota como',
  cut: (owed: string) => `Es más de lo que te deben: se anotarán solo ${owed}.`,
  /** Below the amount, where it is read before the button. */
  help: 'Anótalo solo si ya lo recibiste: no se puede deshacer.',
  otherAmountHint: 'Lo que recibiste',
  left: 'Te quedarán debiendo',
  noDollars: 'No se mueve ningún dólar: es para dinero que recibiste en efectivo o por otro medio.',
  seen: 'Quien te debe lo verá como pagado, anotado por ti.',
  already: 'Este préstamo ya está pagado. No hay nada que anotar.',
  forgiven: 'Ya perdonaste lo que faltaba. No hay nada que anotar.',
  submit: 'Anotar',
  submitAmount: (amount: string) => `Anotar ${amount}`,
  leave: 'Cancelar',
} as const
