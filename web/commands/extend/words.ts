import { date } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { Extend } from './extend.ts'

export const extend: CommandWords<Extend> = {
  title: ({ loan }) => `Dar más tiempo al préstamo n.º ${loan.id}`,
  done: ({ loan, extraTime }) => `Diste más tiempo: el préstamo n.º ${loan.id} vence ahora el ${date(loan.dueAt + extraTime)}.`,
  onCard: () => 'Más tiempo en camino',
}
