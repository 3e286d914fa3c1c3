/** The dialog. */
export const words = {
  title: '¿Retirar esta solicitud?',
  body: (amount: string) => `Dejas de pedir ${amount} y la solicitud deja de verse. Tu dinero no se mueve. No se puede deshacer.`,
  sooner: 'Alguien puede prestarte antes de que se retire. Entonces recibes el dinero y lo debes.',
  submit: 'Retirar solicitud',
  leave: 'Conservarla',
} as const
