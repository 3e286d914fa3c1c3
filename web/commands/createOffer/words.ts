import { money } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { CreateOffer } from './createOffer.ts'

export const createOffer: CommandWords<CreateOffer> = {
  title: ({ offer }) => `Publicar oferta de ${money(offer.principal)}`,
  done: ({ offer }) => `Oferta publicada: prestas ${money(offer.principal)}.`,
  onCard: NO_CHIP,
}

/** Its side of the publish form. */
export const words = {
  tab: 'Prestar',
  to: 'Para',
  principal: 'Prestas',
  total: 'Te devuelven',
  toAnyone:
    'Cualquiera puede tomar una oferta pública y nada la garantiza. Si sabes a quién le prestas, escribe su dirección en «Para».',
  toOne: 'Solo esa dirección podrá tomarla.',
  toMyself: 'Esa es tu propia dirección. Escribe la de quien recibirá el préstamo, o deja «Para» en blanco.',
  plan: 'Si la toman hoy, te pagan así. Las fechas cuentan desde el día en que la tomen.',
  submit: 'Publicar',
  published: 'Oferta publicada',
  again: (terms: string) => `Reintentar publica la misma oferta: ${terms}.`,
  renewal: (amount: string) =>
    `Renuevas tu oferta de ${amount}: revísala y publícala. Usa dólares de tu billetera; los de la oferta anterior vuelven solo con «Recuperar mi dinero».`,
} as const
