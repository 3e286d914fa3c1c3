import { moneyOwed } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { Repay } from './repay.ts'

export const repay: CommandWords<Repay> = {
  title: ({ amount, loan }) => `Pagar ${moneyOwed(amount)} del préstamo n.º ${loan.id}`,
  done: ({ amount, loan }, paid = amount) => {
    const notice = `Pagaste ${moneyOwed(paid)} del préstamo n.º ${loan.id}.`
    return paid < amount ? `${notice} Alguien ya pagó una parte y no se debía más.` : notice
  },
  onCard: ({ amount }) => `Pago de ${moneyOwed(amount)} en camino`,
}
