import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { FundRequest } from './fundRequest.ts'

export const fundRequest: CommandWords<FundRequest> = {
  title: ({ request }) => `Prestar ${money(request.principal)} a quien los pide`,
  done: ({ request }) => `Préstamo hecho: prestaste ${money(request.principal)}.`,
  onCard: NO_CHIP,
}
