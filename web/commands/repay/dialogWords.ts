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
  sign: 'Firmar pago y enviarle el enlace',
  why: {
    NoEtherForFee:
      'No tienes ETH para la comisión de la red. Puedes firmar el pago sin él: quien te prestó lo cobra, y paga la comisión.',
  },
} as const

/** The dialog that signs a payment for the lender to collect. */
export const signWords = {
  title: 'Pagar con un enlace',
  receiver: 'Te prestó y cobrará este pago',
  days: '¿Cuánto tiempo tiene para cobrarlo?',
  dayCount: (days: number) => `${days} días`,
  left: 'Quedarás debiendo, cuando lo cobre',
  until: 'Vale hasta',
  fee: 'Comisión de red',
  feeOf: (lender: string) => `La paga ${lender}`,
  moves: (lender: string) =>
    `Nada se mueve hasta que ${lender} abra el enlace y lo cobre. Hasta entonces sigues debiendo lo mismo.`,
  spend: 'Si antes gastas esos dólares, no se podrá cobrar.',
  end: (moment: string) => `Solo se puede anular con ETH para la comisión. Si nadie lo cobra, deja de valer solo el ${moment}.`,
  already: (amounts: string) =>
    `Ya firmaste ${amounts} de este préstamo y falta cobrarlo. Si firmas otro pago, se podrán cobrar los dos.`,
  alreadyMany: (count: number, amounts: string) =>
    `Ya firmaste ${count} pagos de este préstamo (${amounts}) y falta cobrarlos. Si firmas otro, se podrán cobrar todos.`,
  submit: 'Firmar pago y enviarle el enlace',
  busy: 'Firmando…',
  leave: 'Cancelar',
} as const
