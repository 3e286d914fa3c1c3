/** The dialog. */
export const words = {
  title: '¿Cancelar esta oferta?',
  body: (amount: string) => `Los ${amount} vuelven a tu billetera y la oferta deja de verse. No se puede deshacer.`,
  sooner: 'Alguien puede tomarla antes de que se cancele. Entonces tu dinero queda prestado.',
  submit: 'Cancelar oferta',
  leave: 'Conservarla',
  /** For an offer that has expired. */
  expired: {
    title: 'Recuperar mi dinero',
    nobody: 'Su validez terminó y nadie puede tomarla. Para ofrecerla otra vez usa «Renovar».',
    submit: (amount: string) => `Recuperar ${amount}`,
    leave: 'Ahora no',
  },
} as const
