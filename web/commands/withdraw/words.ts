import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { Withdraw } from './withdraw.ts'

export const withdraw: CommandWords<Withdraw> = {
  title: ({ amount }) => `Retirar ${money(amount)}`,
  done: ({ amount }, paid = amount) => `Retiraste ${money(paid)} a tu billetera.`,
  onCard: NO_CHIP,
}

/** The notice on the dashboard, and the dialog. */
export const words = {
  notice: (amount: string) => `Tienes ${amount} que el contrato guarda para ti: cuando te pagaron, no se pudieron entregar.`,
  open: 'Retirar a mi billetera',
  title: 'Retirar a mi billetera',
  waiting: 'Te esperan',
  body: 'Pasan enteros del contrato a tu billetera. Si el dólar aún se niega a entregártelos, siguen guardados.',
  submit: 'Retirar',
  leave: 'Ahora no',
} as const
