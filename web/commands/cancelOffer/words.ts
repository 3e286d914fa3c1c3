import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { CancelOffer } from './cancelOffer.ts'

export const cancelOffer: CommandWords<CancelOffer> = {
  title: ({ offer }) => `Cancelar oferta de ${money(offer.principal)}`,
  done: ({ offer }) => `Oferta cancelada: recuperaste ${money(offer.principal)}.`,
  onCard: NO_CHIP,
}
