/** The sentences that all command dialogs share, and those of pending operations. */
export const esCommands = {
  fee: 'Comisión de red (máx.)',
  risen: (button: string, dollars: string) => `${button}: la comisión subió a ≈ ${dollars}`,
  feeOf: (dollars: string, ether: string) => `≈ ${dollars} · ${ether} ETH`,
  unknown: '—',
  available: (amount: string) => `Disponible: ${amount}`,
  notAvailable: (amount: string) => `Es más de lo que tienes. Disponible: ${amount}`,
  /** On the button that would pay it. */
  short: (amount: string) => `Te faltan ${amount}`,
  wholeAddress: 'ver completa',
  hideAddress: 'ocultar',
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
  /** The way to a loan that was taken or given. */
  show: { borrowed: 'Ver mi deuda', lent: 'Ver préstamo' },

  pending: {
    title: 'Operaciones en camino',
    waiting: 'TX enviada · esperando confirmación',
    annulling: 'Anulación enviada · esperando confirmación',
    mined: (depth: number, of: number) => `En un bloque: ${depth} de ${of}`,
    displaced: 'Otra operación de tu cuenta parece ocupar su lugar · comprobando',
    disputed: (hosts: string) =>
      `Los nodos de la red dicen cosas distintas de ella (${hosts}). Sigue en camino hasta que coincidan.`,
    goesOn: 'La operación sigue en camino.',
    options: 'Opciones',
    speedUp: 'Acelerar',
    signAgain: 'Firmar de nuevo',
    annul: 'Anular',
    working: 'Enviando…',
    help: (speedUp: string, annul: string) =>
      `Acelerar la envía otra vez con una comisión mayor: hasta ${speedUp} ETH. Anular envía otra vacía en su lugar: solo pagas su comisión, hasta ${annul} ETH.`,
    helpGap: (_: string, annul: string) =>
      `Desatascar envía una operación vacía en el lugar que falta, y después esta se hace sola. Si ya no la quieres, o faltan más de unas pocas, pulsa Anular: hasta ${annul} ETH de comisión.`,
    helpAgain: (again: string, annul: string) =>
      `Firmar de nuevo la envía otra vez, con los datos de hoy: hasta ${again} ETH de comisión. Anular envía otra vacía en su lugar: solo pagas su comisión, hasta ${annul} ETH.`,
  },

  /** The signed operations on this device cannot be read. */
  outbox: {
    OutboxDamaged:
      'Lo que este dispositivo guardaba de tus operaciones está dañado y no se puede leer. No borramos nada: lo apartaremos sin tocarlo. Alguna operación puede haberse hecho, o hacerse todavía: revisa las últimas operaciones de tu dirección antes de volver a enviar nada.',
    OutboxLost:
      'Faltan las operaciones en camino que este dispositivo guardaba: tu navegador las borró. Tu dinero sigue en la red. Alguna operación puede haberse hecho, o hacerse todavía: revisa las últimas operaciones de tu dirección antes de volver a enviar nada.',
    OutboxNewer:
      'Tus operaciones en camino se guardaron con una versión más nueva de EntrePares. Vuelve a cargar la página para verlas y seguir.',
    OutboxUnreadable:
      'Tu navegador no deja leer las operaciones guardadas en este dispositivo. Cierra las otras pestañas de EntrePares; si sigue así, vuelve a cargar la página.',
    acknowledge: 'Entendido',
    explorer: 'Ver mi dirección en el explorador',
  },
} as const
