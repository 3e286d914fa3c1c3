import { date } from '../../text/format.ts'
import { byName, type CommandWords } from '../commandWords.ts'
import type { Extend } from './extend.ts'

export const extend: CommandWords<Extend> = {
  title: ({ loan }, nameOf) => `Dar más tiempo ${byName('a', loan.borrower, loan, nameOf)}`,
  done: ({ loan, extraTime }, _, nameOf) =>
    `Diste más tiempo ${byName('a', loan.borrower, loan, nameOf)}: ahora vence el ${date(loan.dueAt + extraTime)}.`,
  onCard: () => 'Más tiempo en camino',
}
