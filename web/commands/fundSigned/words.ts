import { money } from '../../text/format.ts'
import { type CommandWords, called, NO_CHIP } from '../commandWords.ts'
import type { FundSigned } from './fundSigned.ts'

export const fundSigned: CommandWords<FundSigned> = {
  title: ({ request }, nameOf) => `Prestar ${money(request.principal)} a ${called(request.borrower, nameOf)}`,
  done: ({ request }, _, nameOf) =>
    `Préstamo hecho: prestaste ${money(request.principal)} a ${called(request.borrower, nameOf)}.`,
  onCard: NO_CHIP,
}
