import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { CreateRequest } from './createRequest.ts'

export const createRequest: CommandWords<CreateRequest> = {
  title: ({ request }) => `Pedir ${money(request.principal)}`,
  done: ({ request }) => `Solicitud publicada: pides ${money(request.principal)}.`,
  onCard: NO_CHIP,
}

/** Its side of the publish form. */
export const words = {
  tab: 'Pedir',
  to: 'A quién',
  principal: 'Recibes',
  total: 'Devuelves',
  toAnyone:
    'Cualquiera puede leer una solicitud pública y prestarte. En ese momento recibes el dinero y empiezas a deberlo, sin otra confirmación.',
  toOne: 'Solo esa dirección podrá prestarte.',
  toMyself: 'Esa es tu propia dirección. Escribe la de quien te prestará, o deja «A quién» en blanco.',
  plan: 'Si te prestan hoy, pagas así. Las fechas cuentan desde el día en que te presten.',
  submit: 'Publicar solicitud',
  published: 'Solicitud publicada',
  again: (terms: string) => `Reintentar publica la misma solicitud: ${terms}.`,
  renewal: (amount: string) => `Renuevas tu solicitud de ${amount}: revísala y publícala.`,
} as const
