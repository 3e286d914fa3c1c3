/** The sentences of the command dialogs and of pending operations. */
export const esCommands = {
  fee: 'Comisión de red (máx.)',
  feeOf: (dollars: string, ether: string) => `≈ ${dollars} · ${ether} ETH`,
  unknown: '—',
  available: (amount: string) => `Disponible: ${amount}`,
  wholeAddress: 'Dirección completa',
  asking: 'Calculando la comisión',
  preparing: 'Preparando…',
  kept: 'Firmada y guardada aquí. Aún no hay respuesta de la red; la enviaremos en cuanto responda.',
  sent: 'TX enviada',
  confirmed: 'TX confirmada',
  busy: 'Enviando…',
  goOn: 'Seguir en el panel',
  failed: 'No se completó.',
  canClose: 'Puedes cerrar esta ventana: sigue sola y la verás en «Operaciones en camino».',
  chip: 'En camino',
  payment: (amount: string) => `Pago de ${amount} en camino`,

  acceptOffer: {
    title: 'Solicitar préstamo',
    receive: 'Recibes',
    giveBack: 'Devuelves',
    by: 'A más tardar',
    instalments: 'Cuotas',
    plan: (count: number, each: string, first: string) => `${count} de ${each}, la primera el ${first}`,
    interest: 'Interés fijo',
    rules:
      'Puedes pagar por partes y antes de la fecha; el total no cambia. Si te atrasas no se suma nada, pero queda en tu historial.',
    anyone: 'Otra persona puede aceptarla antes que tú. Entonces no recibes ni debes nada.',
    onlyYou: 'Es solo para ti, pero quien la hizo puede cancelarla antes. Entonces no recibes ni debes nada.',
    submit: 'Aceptar préstamo',
    show: 'Ver mi deuda',
    leave: 'Ahora no',
  },

  cancelOffer: {
    title: '¿Cancelar esta oferta?',
    body: (amount: string) => `Los ${amount} vuelven a tu billetera y la oferta deja de verse. No se puede deshacer.`,
    sooner: 'Alguien puede tomarla antes de que se cancele. Entonces tu dinero queda prestado.',
    submit: 'Cancelar oferta',
    leave: 'Conservarla',
  },

  repay: {
    title: 'Pagar préstamo',
    owed: 'Te falta por pagar',
    receiver: 'Te prestó y recibe este pago',
    amount: 'Monto',
    all: 'Pagar todo',
    cut: (owed: string) => `Es más de lo que debes: se pagarán solo ${owed}.`,
    lessOwed: 'Alguien ya pagó una parte y no se debía más.',
    left: 'Quedarás debiendo',
    due: 'Vence',
    already: 'Este préstamo ya está pagado. No debes nada.',
    submit: 'Pagar',
    submitAmount: (amount: string) => `Pagar ${amount}`,
    leave: 'Cancelar',
  },

  withdraw: {
    notice: (amount: string) => `Tienes ${amount} que el contrato guarda para ti: cuando te pagaron, no se pudieron entregar.`,
    open: 'Retirar a mi billetera',
    title: 'Retirar a mi billetera',
    waiting: 'Te esperan',
    body: 'Pasan enteros del contrato a tu billetera. Si el dólar aún se niega a entregártelos, siguen guardados.',
    submit: 'Retirar',
    leave: 'Ahora no',
  },

  annulOther: {
    notice: 'Tu cuenta tiene una operación en camino que no salió de aquí, y mientras siga así no puedes enviar otra.',
    open: 'Anularla',
    title: '¿Anular la operación de fuera?',
    body: 'La hizo otra billetera o aplicación con tu misma frase semilla. Enviamos una operación vacía en su lugar; si la otra entra antes en un bloque, esta no hace nada.',
    submit: 'Anular la otra',
    leave: 'Esperar',
  },

  faucet: {
    open: 'Obtener fondos de prueba',
    busy: 'Pidiendo fondos…',
    ether: 'Recibiste 2 ETH de prueba.',
    dollarsComing: 'Los dólares vienen en camino.',
    title: 'Obtener fondos de prueba',
    body: 'Recibes dólares de prueba, que no valen nada fuera de aquí. Se pueden pedir una vez por hora.',
    etherElsewhere: 'El ETH para las comisiones se pide, también gratis, en páginas públicas:',
    submit: 'Pedir dólares',
    leave: 'Ahora no',
  },

  pending: {
    title: 'Operaciones en camino',
    waiting: 'TX enviada · esperando confirmación',
    annulling: 'Anulación enviada · esperando confirmación',
    mined: (depth: number, of: number) => `En un bloque: ${depth} de ${of}`,
    displaced: 'Otra operación de tu cuenta parece ocupar su lugar · comprobando',
    goesOn: 'La operación sigue en camino.',
    speedUp: 'Acelerar',
    signAgain: 'Firmar de nuevo',
    annul: 'Anular',
    working: 'Enviando…',
    help: (speedUp: string, annul: string) =>
      `Acelerar la envía otra vez con una comisión mayor: hasta ${speedUp} ETH. Anular envía otra vacía en su lugar: solo pagas su comisión, hasta ${annul} ETH.`,
    helpAgain: (again: string, annul: string) =>
      `Firmar de nuevo la envía otra vez, con los datos de hoy: hasta ${again} ETH de comisión. Anular envía otra vacía en su lugar: solo pagas su comisión, hasta ${annul} ETH.`,
  },

  /** The signed operations on this device cannot be read. */
  outbox: {
    OutboxDamaged:
      'Lo que este dispositivo guardaba de tus operaciones está dañado y no se puede leer. No borramos nada: lo apartaremos sin tocarlo. Alguna operación puede haberse hecho, o hacerse todavía: revisa las últimas operaciones de tu dirección antes de volver a enviar nada.',
    OutboxNewer:
      'Tus operaciones en camino se guardaron con una versión más nueva de EntrePares. Vuelve a cargar la página para verlas y seguir.',
    OutboxUnreadable:
      'Tu navegador no deja leer las operaciones guardadas en este dispositivo. Cierra las otras pestañas de EntrePares; si sigue así, vuelve a cargar la página.',
    acknowledge: 'Entendido',
    explorer: 'Ver mi dirección en el explorador',
  },
} as const
