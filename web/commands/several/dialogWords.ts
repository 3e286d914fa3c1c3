/** The dialog, for offers or for requests. */
export const words = {
  offer: {
    title: (count: number) => (count === 1 ? '¿Retirar 1 oferta?' : `¿Retirar ${count} ofertas?`),
    sum: 'Vuelve a tu billetera',
    item: (amount: string) => `Oferta de ${amount}`,
    submit: (count: number) => (count === 1 ? 'Retirar 1 oferta' : `Retirar ${count} ofertas`),
    effect: 'Tus ofertas dejan de verse. No se puede deshacer.',
    sooner:
      'Se retiran juntas. Si alguien toma una justo antes, no se retira ninguna y podrás volver a intentarlo con las demás.',
  },
  request: {
    title: (count: number) => (count === 1 ? '¿Retirar 1 solicitud?' : `¿Retirar ${count} solicitudes?`),
    sum: 'Dejas de pedir',
    item: (amount: string) => `Solicitud de ${amount}`,
    submit: (count: number) => (count === 1 ? 'Retirar 1 solicitud' : `Retirar ${count} solicitudes`),
    effect: 'Tus solicitudes dejan de verse y tu dinero no se mueve. No se puede deshacer.',
    sooner: 'Se retiran juntas. Si alguien te presta antes, no se retira ninguna y podrás volver a intentarlo con las demás.',
  },
  leave: 'Conservarlas',
  leftOut: 'Estas quedan fuera:',
  none: { title: 'Nada por retirar', submit: undefined, leave: 'Cerrar' },
  noneLeft: 'Ya no queda ninguna:',
} as const
