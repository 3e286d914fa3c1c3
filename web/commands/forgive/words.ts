import { byName, type CommandWords } from '../commandWords.ts'
import type { Forgive } from './forgive.ts'

export const forgive: CommandWords<Forgive> = {
  title: ({ loan }, nameOf) => `Perdonar lo que falta ${byName('de', loan.borrower, loan, nameOf)}`,
  done: ({ loan }, _, nameOf) => `Perdonaste lo que faltaba ${byName('de', loan.borrower, loan, nameOf)}. Ya no se debe nada.`,
  onCard: () => 'Perdón en camino',
}
