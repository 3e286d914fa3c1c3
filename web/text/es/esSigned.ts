/** What was signed and travels by link. */
export const esSigned = {
  share: {
    request: 'Tu solicitud por enlace',
    payment: 'Tu pago por enlace',
    code: 'Código QR del enlace',
    send: 'Compartir',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado. Pégalo donde quieras enviarlo.',
    failed: 'No se pudo copiar el enlace. Vuelve a intentarlo.',
    /** What a message shows: nothing of the loan. */
    message: (link: string) => `EntrePares: ${link}`,
    until: 'Vale hasta',
    asks: 'Pides',
    back: (total: string, instalments: number, term: string) =>
      `Devuelves ${total} ${instalments === 1 ? `en ${term}` : `en ${instalments} cuotas, a lo largo de ${term}`}`,
    from: 'Puede prestarte',
    anyone: 'quien tenga el enlace',
    pays: 'Pagas',
    to: 'Lo cobra',
    toAnyone: 'Quien tenga el enlace puede leer lo que pides y prestarte. Envíalo solo a quien conoces.',
    toOne: (lender: string) => `Quien tenga el enlace puede leer lo que pides. Solo ${lender} puede prestarte con él.`,
    begins:
      'Todavía no hay nada en la red. Cuando te presten, recibes el dinero y empiezas a deberlo, sin otra confirmación. Anularla antes cuesta una comisión en ETH.',
    ofPayment: (lender: string) =>
      `Nada se ha movido todavía: falta que ${lender} lo cobre. Si antes gastas esos dólares, no podrá cobrarlos.`,
    leave: 'Listo',
  },
} as const
