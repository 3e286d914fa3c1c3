import { moneyOwed } from '../../text/format.ts'
import { byName, type CommandWords, type Naming } from '../commandWords.ts'
import type { Repay } from './repay.ts'

export const repay: CommandWords<Repay> = {
  title: ({ amount, loan }, nameOf) => `Pagar ${moneyOwed(amount)} ${toWhom(loan, nameOf)}`,
  done: ({ amount, loan }, paid = amount, nameOf) => {
    const notice = `Pagaste ${moneyOwed(paid)} ${toWhom(loan, nameOf)}.`
    return paid < amount ? `${notice} Alguien ya pagó una parte y no se debía más.` : notice
  },
  onCard: ({ amount }) => `Pago de ${moneyOwed(amount)} en camino`,
}

function toWhom(loan: Repay['loan'], nameOf: Naming): string {
  const name = nameOf(loan.lender)
  return name ? `a ${name}` : byName('de', loan.lender, loan, nameOf)
}
