import type { CommandWords } from '../commandWords.ts'
import type { Forgive } from './forgive.ts'

export const forgive: CommandWords<Forgive> = {
  title: ({ loan }) => `Perdonar lo que falta del préstamo n.º ${loan.id}`,
  done: ({ loan }) => `Perdonaste lo que faltaba del préstamo n.º ${loan.id}. Ya no se debe nada.`,
  onCard: () => 'Perdón en camino',
}
