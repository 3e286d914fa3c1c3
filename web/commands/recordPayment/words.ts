import { moneyOwed } from '../../text/format.ts'
import { byName, type CommandWords } from '../commandWords.ts'
import type { RecordPayment } from './recordPayment.ts'

export const recordPayment: CommandWords<RecordPayment> = {
  title: ({ amount, loan }, nameOf) =>
    `Anotar un pago recibido de ${moneyOwed(amount)} ${byName('de', loan.borrower, loan, nameOf)}`,
  done: ({ amount, loan }, paid = amount, nameOf) =>
    `Anotaste un pago recibido de ${moneyOwed(paid)} ${byName('de', loan.borrower, loan, nameOf)}.`,
  onCard: ({ amount }) => `Anotación de ${moneyOwed(amount)} en camino`,
}
