/** The dialog. */
export const words = {
  title: 'Pagar préstamo',
  owed: 'Te falta por pagar',
  receiver: 'Recibe este pago',
  amount: 'Monto',
  all: 'Pagar todo',
  cut: (owed: string) => `Es más de lo que debes: se pagarán solo ${owed}.`,
  left: 'Quedarás debiendo',
  already: 'Este préstamo ya está pagado. No debes nada.',
  forgiven: 'Quien te prestó perdonó lo que faltaba. No debes nada.',
  pays: 'Pagas',
  which: '¿Cuánto pagas?',
  otherAmountHint: 'Lo que puedas, cuando puedas',
  submit: 'Pagar',
  submitAmount: (amount: string) => `Pagar ${amount}`,
  leave: 'Cancelar',
  signed: {
    already: (amounts: string) =>
      `Ya firmaste ${amounts} de este préstamo y falta cobrarlo. Si pagas ahora, podrán cobrarte los dos.`,
    alreadyMany: (count: number, amounts: string) =>
      `Ya firmaste ${count} pagos de este préstamo (${amounts}) y falta cobrarlos. Si pagas ahora, podrán cobrarte esos también.`,
  },
  /** Opens the dialog that signs. */
  sign: 'Firmar pago y enviarle el enlace',
  why: {
    NoEtherForFee:
      'No tienes ETH para la comisión de la red. Puedes pagar con un enlace: quien te prestó lo abre, lo cobra y paga la comisión.',
  },
} as const

/** The dialog that signs a payment for the lender to collect. */
export const signWords = {
  title: 'Pagar con un enlace',
  receiver: 'Cobrará este pago',
  days: '¿Cuánto tiempo tiene para cobrarlo?',
  dayCount: (days: number) => `${days} días`,
  left: 'Cuando lo cobre, deberás',
  until: 'Vale hasta',
  fee: 'Comisión de red',
  feeOf: (lender: string) => `La paga ${lender}`,
  /** Beside the button, always in view. */
  moves: (lender: string, moment: string) => `Nada se mueve hasta que ${lender} lo cobre, a más tardar el ${moment}.`,
  owed: 'Hasta que lo cobre sigues debiendo lo mismo. Solo esa cuenta puede cobrarlo.',
  spend: 'Si antes gastas esos dólares, no se podrá cobrar.',
  end: 'Solo se puede anular con ETH para la comisión. Si no se cobra a tiempo, deja de valer solo.',
  already: (amounts: string) =>
    `Ya firmaste ${amounts} de este préstamo y falta cobrarlo. Si firmas otro pago, se podrán cobrar los dos.`,
  alreadyMany: (count: number, amounts: string) =>
    `Ya firmaste ${count} pagos de este préstamo (${amounts}) y falta cobrarlos. Si firmas otro, se podrán cobrar todos.`,
  submit: 'Firmar y crear el enlace',
  busy: 'Firmando…',
  leave: 'Cancelar',
} as const
