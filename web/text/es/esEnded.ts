/** A loan that is paid off, from either side. Apart from its papers, which load later. */
export const esEnded = {
  borrowed: (lender: string) => `Terminaste de pagar a ${lender}`,
  lent: (borrower: string) => `${borrower} terminó de pagarte`,
  total: { borrowed: 'Devolviste en total', lent: 'Te devolvió en total' },
  /** In a notice, which names the loan: another one may still be owed. */
  ofLoan: (amount: string) => `: préstamo de ${amount}`,
  nothing: { borrowed: 'Ya no le debes nada de este préstamo.', lent: 'Ya no te debe nada de este préstamo.' },
  whole: 'Todo pagado',
  receipt: 'Ver recibo',
  contract: 'Ver contrato',
  show: 'Ver',
  leave: 'Listo',
  noReceipt: 'No pudimos leer el último pago. Lo verás en «Actividad».',
} as const
