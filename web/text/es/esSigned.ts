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
    pays: 'Pagas',
    toAnyone: 'Quien tenga el enlace puede leer lo que pides y prestarte. Envíalo solo a quien conoces.',
    toOne: (lender: string) => `Quien tenga el enlace puede leer lo que pides. Solo ${lender} puede prestarte con él.`,
    ofPayment: (lender: string) =>
      `Nada se ha movido todavía: falta que ${lender} lo cobre. Si antes gastas esos dólares, no podrá cobrarlos.`,
    leave: 'Listo',
  },
} as const
