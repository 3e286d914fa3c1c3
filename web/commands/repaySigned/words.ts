import { moneyOwed } from '../../text/format.ts'
import { byName, type CommandWords } from '../commandWords.ts'
import type { RepaySigned } from './repaySigned.ts'

export const repaySigned: CommandWords<RepaySigned> = {
  title: ({ payment, loan }, nameOf) => `Cobrar ${moneyOwed(payment.amount)} ${byName('de', loan.borrower, loan, nameOf)}`,
  done: ({ payment, loan }, paid = payment.amount, nameOf) => {
    const notice = `Cobraste ${moneyOwed(paid)} ${byName('de', loan.borrower, loan, nameOf)}.`
    return paid < payment.amount ? `${notice} No se debía más: el resto volvió a quien lo pagó.` : notice
  },
  onCard: ({ payment }) => `Cobro de ${moneyOwed(payment.amount)} en camino`,
}
