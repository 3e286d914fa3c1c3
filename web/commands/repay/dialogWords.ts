/** The dialog. */
export const words = {
  title: 'Pagar préstamo',
  owed: 'Te falta por pagar',
  receiver: 'Te prestó y recibe este pago',
  amount: 'Monto',
  all: 'Pagar todo',
  cut: (owed: string) => `Es más de lo que debes: se pagarán solo ${owed}.`,
  left: 'Quedarás debiendo',
  due: 'Vence',
  already: 'Este préstamo ya está pagado. No debes nada.',
  forgiven: 'Quien te prestó perdonó lo que faltaba. No debes nada.',
  pays: 'Pagas',
  which: '¿Cuánto pagas?',
  otherAmountHint: 'Lo que puedas, cuando puedas',
  submit: 'Pagar',
  submitAmount: (amount: string) => `Pagar ${amount}`,
  leave: 'Cancelar',
} as const
