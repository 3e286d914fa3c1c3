import { moneyOwed } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { RecordPayment } from './recordPayment.ts'

export const recordPayment: CommandWords<RecordPayment> = {
  title: ({ amount, loan }) => `Anotar un pago recibido de ${moneyOwed(amount)} del préstamo n.º ${loan.id}`,
  done: ({ amount, loan }, paid = amount) => `Anotaste un pago recibido de ${moneyOwed(paid)} del préstamo n.º ${loan.id}.`,
  onCard: ({ amount }) => `Anotación de ${moneyOwed(amount)} en camino`,
}
