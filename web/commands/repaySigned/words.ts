import { moneyOwed } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { RepaySigned } from './repaySigned.ts'

export const repaySigned: CommandWords<RepaySigned> = {
  title: ({ payment }) => `Cobrar ${moneyOwed(payment.amount)} del préstamo n.º ${payment.loanId}`,
  done: ({ payment }, paid = payment.amount) => {
    const notice = `Cobraste ${moneyOwed(paid)} del préstamo n.º ${payment.loanId}.`
    return paid < payment.amount ? `${notice} No se debía más: el resto volvió a quien lo pagó.` : notice
  },
  onCard: ({ payment }) => `Cobro de ${moneyOwed(payment.amount)} en camino`,
}
