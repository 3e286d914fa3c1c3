import { words as offer } from '../createOffer/words.ts'
import { words as request } from '../createRequest/words.ts'

/** The publish form. */
export const publishWords = {
  title: 'Publicar préstamo',
  tabs: 'Qué quieres publicar',
  amount: 'Monto (USD)',
  apr: 'Interés (APR %)',
  term: 'Plazo',
  days: (days: number) => `${days} días`,
  note: 'Nota',
  noteHelp: 'Cualquiera podrá leerla, para siempre.',
  noteLeft: (left: number) => (left === 1 ? 'Queda 1' : `Quedan ${left}`),
  noteExcess: (excess: number) => (excess === 1 ? 'Sobra 1' : `Sobran ${excess}`),
  instalments: 'Cuotas',
  instalmentCount: (count: number) => (count === 1 ? '1 pago' : `${count} cuotas`),
  openDays: 'Válida por',
  openFor: (days: number) => (days === 0 ? 'hasta que la retire' : `${days} días`),
  interest: (days: number) => `Interés por ${days} días`,
  busy: 'Publicando…',
  sent: 'TX enviada',
  confirmed: 'TX confirmada',
  failed: 'Transaccion erronea ',
  /** The terms that 'Reintentar' sends again. */
  sameTerms: (amount: string, rate: string, days: number, instalments: number, openDays: number) =>
    [
      `${amount} al ${rate} por ${days} días`,
      ...(instalments > 1 ? [`en ${instalments} cuotas`] : []),
      openDays === 0 ? 'válida hasta que la retires' : `válida por ${openDays} días`,
    ].join(', '),

  /** Words that differ between lending and asking. */
  offer,
  request,
  /** How a request is made. */
  way: {
    title: 'Cómo la pides',
    publish: 'Publicar',
    publishHint: 'Cualquiera la ve en el mercado. Cuesta una comisión de la red.',
    link: 'Compartir por enlace, sin comisión',
    linkHint: 'La firmas aquí, gratis, y envías el enlace a quien tú elijas.',
    noEther: 'No tienes ETH para la comisión de publicar. Por enlace no hace falta.',
  },
  /** A request that is shared by link. */
  byLink: {
    noteHelp: 'Hasta que te presten la lee solo quien tenga el enlace; después, cualquiera, para siempre.',
    toAnyone:
      'No se publica nada. Quien tenga el enlace puede leer lo que pides y prestarte. En ese momento recibes el dinero y empiezas a deberlo, sin otra confirmación.',
    toOne:
      'No se publica nada. Quien tenga el enlace puede leer lo que pides, pero solo esa dirección podrá prestarte. En ese momento recibes el dinero y empiezas a deberlo, sin otra confirmación.',
    end: (days: number) => `Anularla antes cuesta una comisión en ETH. Si no, deja de valer sola a los ${days} días.`,
    submit: 'Compartir por enlace, sin comisión',
    busy: 'Firmando…',
    renewal: (amount: string) => `Renuevas tu solicitud de ${amount}: revísala y compártela.`,
  },
  /** The buttons of an offer or a request of one's own that has expired. */
  expired: {
    offer: {
      takeBack: 'Recuperar mi dinero',
      takeBackItem: (amount: string) => `Recuperar mi dinero: ${amount}`,
      renewItem: (amount: string) => `Renovar oferta de ${amount}`,
    },
    request: {
      takeBack: 'Retirar solicitud',
      takeBackItem: (amount: string) => `Retirar solicitud de ${amount}`,
      renewItem: (amount: string) => `Renovar solicitud de ${amount}`,
    },
    renew: 'Renovar',
  },
  /** Terms of what is renewed that this form cannot express. */
  notRenewed: {
    days: (was: string, now: string) => `El plazo era de ${was}, que aquí no se puede elegir: queda en ${now}.`,
    instalments: (was: string, now: string) => `Era en ${was}, que aquí no se pueden elegir: queda en ${now}.`,
  },

  mistake: {
    amount: 'Ingrese un monto válido.',
    apr: 'Ingrese un interés válido.',
    days: 'Seleccione un plazo.',
    ambiguous: 'Escribe los miles sin punto ni coma.',
    tooPrecise: (decimals: number) => `Usa ${decimals} decimales como máximo.`,
    tooLarge: (max: string) => `El máximo es ${max}.`,
    to: 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.',
    toOrChosen: 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras, o elige a un contacto.',
    toUnknownName: 'Ningún contacto tiene ese nombre. Una dirección empieza con 0x.',
    toManyNames: 'Elige de la lista a quién te refieres.',
    instalments: 'Selecciona cuántas cuotas.',
    tinyInstalments: 'Cada cuota sería de menos de un centavo. Elige menos cuotas.',
    openDays: 'Selecciona hasta cuándo es válida.',
    note: 'La nota es demasiado larga. Las tildes, la ñ y los emojis ocupan más que otras letras.',
  },
} as const
