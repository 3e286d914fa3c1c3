import { money } from '../../text/format.ts'
import { type CommandWords, called, NO_CHIP } from '../commandWords.ts'
import type { FundRequest } from './fundRequest.ts'

export const fundRequest: CommandWords<FundRequest> = {
  title: ({ request }, nameOf) => `Prestar ${money(request.principal)} a ${called(request.borrower, nameOf)}`,
  done: ({ request }, _, nameOf) =>
    `Préstamo hecho: prestaste ${money(request.principal)} a ${called(request.borrower, nameOf)}.`,
  onCard: NO_CHIP,
}
