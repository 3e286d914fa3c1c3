import { waitingTime } from './es.ts'

/** The sentences of the dashboard: account, marketplace, publish form, loans. */
export const esLoans = {
  header: {
    section: 'Tu cuenta',
    balance: 'Saldo estimado (Sepolia demo)',
    address: 'Tu dirección',
    dollars: 'Para prestar y pagar',
    inOffers: 'En ofertas abiertas',
    unknown: '—',
    noEther: 'No tienes ETH para comisiones.',
    offline: 'Sin conexión',
    stale: (seconds: number) =>
      `La red no responde. Ves los datos de hace ${waitingTime(Math.max(1, seconds))}; se actualizarán solos cuando vuelva.`,
    lagging: (seconds: number) =>
      `La red responde con datos más antiguos que estos. Ves los de hace ${waitingTime(Math.max(1, seconds))}; se actualizarán solos.`,
    refused: (count: number) =>
      count === 1
        ? '1 préstamo de la red no se puede leer y no se muestra.'
        : `${count} préstamos de la red no se pueden leer y no se muestran.`,
    copy: 'Copiar dirección',
    copied: 'Copiado',
    share: 'Compartir dirección',
    addressCopied: 'Address copiada al portapapeles.',
    deposit: 'Depositar (demo)',
    withdraw: 'Retirar (demo)',
  },

  loan: {
    interest: 'Interés',
    due: 'Vence',
    payment: 'Pago',
    instalments: 'Cuotas',
    onePayment: '1 pago',
    instalmentOf: (paid: number, all: number) => `${paid} de ${all}`,
    nextPayment: (amount: string, day: string) => `Próxima cuota: ${amount} el ${day}`,
    missedPayment: (amount: string, day: string) => `Cuota vencida: ${amount} del ${day}`,
    noNote: 'Sin nota.',
    progress: 'Parte pagada',
    paid: (paid: string, total: string, percent: number) => `Pagado: ${paid} / ${total} (${percent}%)`,
    repaid: 'Devuelto',
    forgiven: 'Perdonado',
    ended: (count: string) => `Devueltos (${count})`,
    more: (count: string) => `Ver ${count} más`,
    unread: 'No pudimos leer tus préstamos.',
    overdue: (days: number) => `Vencido ${days}d`,
    soon: (days: number) => `Vence en ${days}d`,
    onTime: (days: number) => `A tiempo (${days}d)`,
    remind: 'Recordar pago',
    contract: 'Ver contrato',
    pay: 'Pagar ahora',
    details: 'Ver detalles',
  },

  lent: {
    title: 'Mis Deudores',
    count: (count: string) => (count === '1' ? '1 préstamo' : `${count} préstamos`),
    empty: 'No tienes deudores registrados.',
    hint: 'Cuando alguien tome una de tus ofertas, la verás aquí.',
    next: 'Hacer una oferta',
  },

  borrowed: {
    title: 'Mis Deudas',
    count: (count: string) => (count === '1' ? '1 deuda' : `${count} deudas`),
    empty: 'No registras deudas activas.',
    hint: 'Cuando tomes un préstamo, verás aquí cuánto debes y hasta cuándo.',
    next: 'Ver ofertas',
  },

  record: {
    none: 'Sin historial',
    underWay: (count: number) => (count === 1 ? '1 préstamo en curso' : `${count} préstamos en curso`),
    isOnTime: 'al día',
    isLate: 'con retraso',
    repaidOf: (repaid: number, taken: number) => `Devolvió ${repaid} de ${taken}`,
    late: (count: number) => `${count} con retraso`,
  },

  demo: {
    chip: 'Demo',
    person: 'Ejemplo',
    request: 'Flujo “Solicitar” pendiente (demo).',
    hide: 'Ocultar ejemplos',
    show: 'Mostrar ejemplos',
    folded: (count: string) => `Ejemplos (${count})`,
    alerts: {
      remind: 'Recordatorio de pago pendiente (demo).',
      contract: 'Contrato pendiente (demo).',
      pay: 'Pago pendiente (demo).',
      details: 'Detalles pendientes (demo).',
    },
  },

  dueDates: {
    title: 'Próximos vencimientos',
    in: 'Te deben',
    out: 'Debes',
    today: 'Hoy',
    unknown: '—',
    views: { list: 'Lista', chart: 'Gráfico' },
    owesYou: (person: string | undefined) => (person ? `${person} te debe` : 'Te deben'),
    youOwe: (person: string | undefined) => (person ? `Le debes a ${person}` : 'Debes'),
    when: (days: number) =>
      days < -1
        ? `Venció hace ${-days} días`
        : days === -1
          ? 'Venció hace 1 día'
          : days === 0
            ? 'Vence en menos de 1 día'
            : days === 1
              ? 'Vence en 1 día'
              : `Vence en ${days} días`,
    none: 'Nada vence todavía',
    noneHint: 'Cuando prestes o debas, aquí verás cuánto y cuándo.',
    examples: 'Los ejemplos van en contorno y no suman.',
    itemIn: (amount: string, day: string, demo: boolean) => `te deben ${amount} el ${day}${demo ? ' (ejemplo)' : ''}`,
    itemOut: (amount: string, day: string, demo: boolean) => `debes ${amount} el ${day}${demo ? ' (ejemplo)' : ''}`,
    sentence: (items: readonly string[], more: number) =>
      `Vencimientos por fecha: ${items.join('; ')}${more > 0 ? `; y ${more} más` : ''}.`,
  },

  footer: 'EntrePares · 2025',

  publish: {
    title: 'Publicar préstamo',
    amount: 'Monto (USD)',
    apr: 'Interés (APR %)',
    term: 'Plazo',
    days: (days: number) => `${days} días`,
    to: 'Para',
    toExample: 'Dirección 0x…',
    note: 'Nota',
    noteHelp: 'Cualquiera podrá leerla, para siempre.',
    noteLeft: (left: number) => (left === 1 ? 'Queda 1' : `Quedan ${left}`),
    noteExcess: (excess: number) => (excess === 1 ? 'Sobra 1' : `Sobran ${excess}`),
    lend: 'Prestas',
    interest: (days: number) => `Interés por ${days} días`,
    returned: 'Te devuelven',
    toAnyone:
      'Cualquiera puede tomar una oferta pública y nada la garantiza. Si sabes a quién le prestas, escribe su dirección en «Para».',
    toOne: 'Solo esa dirección podrá tomarla.',
    submit: 'Publicar',
    busy: 'Publicando…',
    sent: 'TX enviada',
    confirmed: 'TX confirmada',
    published: 'Oferta publicada',
    failed: 'Transaccion erronea ',
    again: (amount: string, rate: string, days: number) =>
      `Reintentar publica la misma oferta: ${amount} al ${rate} por ${days} días.`,
    mistake: {
      amount: 'Ingrese un monto válido.',
      apr: 'Ingrese un interés válido.',
      days: 'Seleccione un plazo.',
      ambiguous: 'Escribe los miles sin coma.',
      tooPrecise: (decimals: number) => `Usa ${decimals} decimales como máximo.`,
      tooLarge: (max: string) => `El máximo es ${max}.`,
      to: 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.',
      toMyself: 'Esa es tu propia dirección. Escribe la de quien recibirá el préstamo, o deja «Para» en blanco.',
      note: 'La nota es demasiado larga. Las tildes, la ñ y los emojis ocupan más que otras letras.',
    },
  },

  outcome: {
    annulled: 'La anulaste antes de que se hiciera. Solo se pagó la comisión de la red.',
    reverted: 'Tus dólares no se movieron, pero la comisión de la red se pagó.',
    replaced:
      'Otra operación de tu cuenta ocupó su lugar, o la red perdió su rastro. Comprueba tu saldo y tus préstamos antes de repetirla.',
  },

  market: {
    title: 'Marketplace de Préstamos',
    forYou: 'Ofertas para ti',
    strangers: (count: string) => `De desconocidos (${count})`,
    strangersHint: 'Personas con las que no has tratado',
    onlyForYou: 'Solo para ti',
    you: 'Tú',
    own: 'Tu oferta',
    interest: 'Interés',
    term: 'Plazo',
    youReturn: 'Devuelves',
    youGetBack: 'Te devuelven',
    days: (days: number) => (days < 1 ? 'Menos de 1 día' : days === 1 ? '1 día' : `${days} días`),
    instalments: (count: number) => (count === 1 ? 'en 1 pago' : `en ${count} cuotas`),
    openFor: (days: number) => (days === 0 ? 'Válida hasta hoy' : days === 1 ? 'Válida 1 día más' : `Válida ${days} días más`),
    openForever: 'Sin fecha de fin',
    expired: 'Ya no se puede tomar',
    more: 'Ver más',
    less: 'Ver menos',
    request: 'Solicitar',
    requestItem: (amount: string, lender: string) => `Solicitar ${amount} a ${lender}`,
    cancel: 'Cancelar oferta',
    cancelItem: (amount: string) => `Cancelar oferta de ${amount}`,
    public: 'Pública',
    only: (borrower: string) => `Para ${borrower}`,
    notTaken: 'Nadie la ha tomado',
    filters: {
      title: 'Filtros',
      words: 'Buscar',
      wordsExample: 'Persona, nota o monto',
      help: '¿Qué son el interés y el plazo?',
      helpText:
        'El interés (APR) es lo que cuesta el préstamo en un año: $ 100.00 al 12 % son $ 12.00 en un año y cerca de $ 1.00 en un mes. El plazo son los días que hay para devolverlo.',
      allTerms: 'Todos',
      maxPrincipal: 'Monto hasta',
      maxApr: 'Interés hasta',
      noLimit: 'Sin límite',
      badPrincipal: 'Ingrese un monto válido.',
      badApr: 'Ingrese un interés válido.',
      order: 'Ordenar por',
      orders: { newest: 'Recientes', lowestApr: 'Menor interés', largest: 'Mayor monto', shortest: 'Menor plazo' },
      mine: 'Mis ofertas',
      clear: 'Quitar filtros',
    },
    loading: 'Leyendo ofertas…',
    open: (count: string) => (count === '1' ? '1 oferta abierta' : `${count} ofertas abiertas`),
    searching: (read: string, all: string) => `Buscando… ${read} de ${all}`,
    searched: (found: string, searched: string) =>
      searched === '1' ? `${found} de 1 oferta` : `${found} de ${searched} ofertas`,
    searchedNewest: (found: string, searched: string) => `${found} de las ${searched} ofertas más recientes`,
    orderedNewest: (searched: string, open: string) => `Las ${searched} más recientes, de ${open} ofertas abiertas`,
    unread: 'No pudimos leer todas las ofertas.',
    searchMore: 'Buscar más',
    all: (count: string) => `Ver todas las ofertas (${count})`,
    none: 'No hay ofertas disponibles.',
    noneYet: 'Aún no aparece ninguna oferta disponible. Puedes buscar más.',
    noneNext: 'Publica una y la verás aquí.',
    noMatch: 'Ninguna oferta coincide. Prueba con otras palabras, otro plazo o un monto mayor.',
    noneMine: 'No tienes ofertas abiertas.',
  },
} as const
