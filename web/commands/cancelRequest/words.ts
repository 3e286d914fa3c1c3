import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { CancelRequest } from './cancelRequest.ts'

export const cancelRequest: CommandWords<CancelRequest> = {
  title: ({ request }) => `Retirar la solicitud de ${money(request.principal)}`,
  done: ({ request }) => `Solicitud retirada: ya nadie puede prestarte esos ${money(request.principal)}.`,
  onCard: NO_CHIP,
}
