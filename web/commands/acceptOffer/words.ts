import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { AcceptOffer } from './acceptOffer.ts'

export const acceptOffer: CommandWords<AcceptOffer> = {
  title: ({ offer }) => `Tomar préstamo de ${money(offer.principal)}`,
  done: ({ offer }) => `Préstamo aceptado: recibiste ${money(offer.principal)}.`,
  onCard: NO_CHIP,
}
