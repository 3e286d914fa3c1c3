/** The dialog. */
export const words = {
  title: 'Anular lo que firmaste',
  request: (amount: string) => `El enlace con el que pides ${amount} dejará de valer: nadie podrá prestarte con él.`,
  payment: (amount: string, lender: string) =>
    `El enlace con el que pagas ${amount} dejará de valer: ${lender} no podrá cobrarlo.`,
  end: (moment: string) => `Si no lo anulas, deja de valer solo el ${moment}.`,
  sooner: 'Si alguien lo usa antes de que la red lo anule, vale lo que firmaste.',
  noEther: 'No tienes ETH para la comisión de la red, y sin pagarla no se puede anular.',
  over: 'No hace falta anularlo: ya se usó, se anuló o terminó.',
  submit: 'Anular enlace',
  leave: 'Ahora no',
} as const
