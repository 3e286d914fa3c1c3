import type { Arrival } from '../../board/arrival.ts'

/** Links to one offer or request. */
export const esShare = {
  shareOffer: (amount: string) => `Compartir oferta de ${amount}`,
  shareRequest: (amount: string) => `Compartir solicitud de ${amount}`,
  copied: 'Mensaje con el enlace copiado. Pégalo donde quieras enviarlo.',
  failed: 'No se pudo copiar el enlace. Vuelve a intentarlo.',
  offer: (amount: string, total: string, term: string, link: string) =>
    `Hola. Te puedo prestar ${amount}: me devolverías ${total} ${term}. Míralo con calma y, si te sirve, acéptalo aquí: ${link}`,
  request: (amount: string, total: string, term: string, link: string) =>
    `Hola. ¿Me podrías prestar ${amount}? Te devolvería ${total} ${term}. Si puedes y quieres, lo ves aquí: ${link}`,
  days: (days: string) => `en ${days}`,
  instalments: (count: number, days: string) => `en ${count} cuotas, a lo largo de ${days}`,
  /** Why what somebody was sent does not open. */
  arrival: {
    own: 'Ese enlace es de algo que publicaste tú. Compártelo con la otra persona.',
    forAnother: 'El enlace es de un préstamo que solo puede tomar otra persona.',
    expired: 'El enlace es de un préstamo cuyo plazo para tomarlo ya pasó. Pide que lo publiquen de nuevo.',
    taken: 'Otra persona ya tomó ese préstamo.',
    ended: 'Ese préstamo ya terminó. Lo tienes entre tus préstamos terminados.',
    withdrawn: 'Ese préstamo ya no se ofrece: se retiró.',
    unknown: 'Ese enlace no lleva a ningún préstamo de esta red. Revisa que esté completo.',
  } satisfies Record<Exclude<Arrival['kind'], 'take' | 'show'>, string>,
} as const
