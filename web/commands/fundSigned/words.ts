import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { FundSigned } from './fundSigned.ts'

export const fundSigned: CommandWords<FundSigned> = {
  title: ({ request }, nameOf) => `Prestar ${money(request.principal)} a ${nameOf(request.borrower)}`,
  done: ({ request }) => `Préstamo hecho: prestaste ${money(request.principal)}.`,
  onCard: NO_CHIP,
}
