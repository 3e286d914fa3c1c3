import type { arrivalAt } from '../../board/arrival.ts'
import type { SignedArrival, Unusable } from '../../board/signedArrival.ts'

/** Links to one offer or request. */
export const esShare = {
  /** On the card, and in the dialog. */
  send: 'Compartir',
  title: { offer: 'Compartir tu oferta', request: 'Compartir tu solicitud' },
  message: 'Mensaje que se envía',
  to: { offer: 'Solo esta persona puede tomarla', request: 'Solo esta persona puede prestarte' },
  anyone: {
    offer: 'Quien abra el enlace puede verla y tomarla.',
    request: 'Quien abra el enlace puede verla y prestarte.',
  },
  code: 'Código QR del enlace',
  copy: 'Copiar mensaje',
  see: { offer: 'Ver mi oferta', request: 'Ver mi solicitud' },
  leave: 'Listo',
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
  } satisfies Record<Exclude<ReturnType<typeof arrivalAt>['kind'], 'take' | 'show'>, string>,
} as const

const UNREADABLE = {
  cut: 'El enlace está incompleto: le falta una parte. Pide que te lo envíen otra vez.',
  changed: 'El enlace no vale: algo cambió después de firmarlo, o no lo firmó quien dice. No aceptes nada y pide otro.',
  newer: 'El enlace es de una versión más nueva de EntrePares. Vuelve a cargar la página y ábrelo de nuevo.',
  foreign: 'El enlace es de otra red o de otra versión del contrato. Aquí no vale.',
} as const

const REQUEST = {
  ...UNREADABLE,
  used: 'Alguien ya prestó lo que pide este enlace. No hay que hacer nada más.',
  voided: 'Quien firmó esta solicitud la anuló. Ya no se puede prestar con este enlace.',
  expired: 'La solicitud de este enlace ya caducó. Pide que la firmen de nuevo.',
  forAnother: 'Esta solicitud es para otra persona: solo ella puede prestar con este enlace.',
} as const satisfies Record<Exclude<Unusable, 'over'>, string>

const PAYMENT = {
  ...UNREADABLE,
  used: 'El pago de este enlace ya se cobró.',
  voided: 'Quien firmó este pago lo anuló. Pide que te firmen otro.',
  expired: 'El pago de este enlace ya caducó y no se cobró. Pide que te firmen otro.',
  forAnother: 'Este pago es para otra persona: solo ella puede cobrarlo.',
  over: 'De ese préstamo ya no se debe nada: no hace falta cobrar este pago.',
} as const satisfies Record<Unusable, string>

/** Why a link with something that was signed does not open. */
export function whyUnusable({ of, why }: Extract<SignedArrival, { kind: 'unusable' }>): string {
  return of === 'payment' || why === 'over' ? PAYMENT[why] : REQUEST[why]
}
