import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { CancelRequest } from './cancelRequest.ts'

export const cancelRequest: CommandWords<CancelRequest> = {
  title: ({ request }) => `Retirar la solicitud de ${money(request.principal)}`,
  done: ({ request }) => `Solicitud retirada: ya nadie puede prestarte esos ${money(request.principal)}.`,
  onCard: NO_CHIP,
}

/** The dialog. */
export const words = {
  title: '¿Retirar esta solicitud?',
  body: (amount: string) => `Dejas de pedir ${amount} y la solicitud deja de verse. Tu dinero no se mueve. No se puede deshacer.`,
  sooner: 'Alguien puede prestarte antes de que se retire. Entonces recibes el dinero y lo debes.',
  submit: 'Retirar solicitud',
  leave: 'Conservarla',
} as const
