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
    forFees: 'Para comisiones',
    noEther: 'No tienes ETH para comisiones.',
    offline: 'Sin conexión',
    unreadBalance: 'No pudimos leer tu saldo.',
    noAnswer: (isOnline: boolean, seconds: number | undefined) =>
      [
        isOnline ? 'La red no responde.' : 'Este dispositivo no tiene internet.',
        'Hasta que vuelva no puedes publicar, pagar ni enviar.',
        seconds === undefined
          ? 'Se intentará de nuevo solo.'
          : `Salvo el saldo estimado, ves los datos de hace ${waitingTime(Math.max(1, seconds))}; se actualizarán solos.`,
      ].join(' '),
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
    noContract: 'Todavía no hay un contrato de préstamos en esta red. Lo que ves son ejemplos, y no se puede publicar.',
    receive: 'Recibir',
    send: 'Enviar',
    activity: 'Actividad',
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
    missedPayments: (count: number, amount: string, day: string) => `${count} cuotas vencidas: ${amount}, la primera del ${day}`,
    noNote: 'Sin nota.',
    progress: 'Parte pagada',
    paid: (paid: string, total: string, percent: number) => `Pagado: ${paid} / ${total} (${percent}%)`,
    repaid: 'Devuelto',
    forgiven: 'Perdonado',
    allRepaid: (count: string) => `Devueltos (${count})`,
    ended: (count: string) => `Terminados (${count})`,
    more: (count: string) => `Ver ${count} más`,
    unread: 'No pudimos leer tus préstamos.',
    unreadAboveExamples: 'No pudimos leer tus préstamos. Los de abajo son ejemplos.',
    overdue: (days: number) => `Vencido ${days}d`,
    soon: (days: number) => `Vence en ${days}d`,
    onTime: (days: number) => `A tiempo (${days}d)`,
    remind: 'Recordar pago',
    contract: 'Ver contrato',
    repay: 'Pagar ahora',
    details: 'Ver detalles',
    menu: (amount: string) => `Más acciones: ${amount}`,
    recordPayment: 'Anotar un pago recibido',
    extend: 'Dar más tiempo',
    forgive: 'Perdonar',
    hints: {
      recordPayment: 'En efectivo o por otro medio',
      extend: 'Solo cambia la fecha',
      forgive: 'No se puede deshacer',
      contract: 'Lo que acordaron, para leer o imprimir',
    },
  },

  lent: {
    title: 'Mis Deudores',
    count: (count: string) => (count === '1' ? '1 préstamo' : `${count} préstamos`),
    all: (count: string) => `Ver los ${count}`,
    empty: 'No tienes deudores registrados.',
    hint: 'Cuando alguien tome una de tus ofertas, la verás aquí.',
    next: 'Hacer una oferta',
  },

  borrowed: {
    title: 'Mis Deudas',
    count: (count: string) => (count === '1' ? '1 deuda' : `${count} deudas`),
    all: (count: string) => `Ver las ${count}`,
    empty: 'No registras deudas activas.',
    hint: 'Cuando tomes un préstamo, verás aquí cuánto debes y hasta cuándo.',
    next: 'Ver ofertas',
  },

  record: {
    none: 'Sin historial',
    underWay: (count: number) => (count === 1 ? '1 préstamo en curso' : `${count} préstamos en curso`),
    notRepaid: (count: number) => (count === 1 ? '1 préstamo sin devolver' : `${count} préstamos sin devolver`),
    /** About the loan on whose card it stands. */
    isOnTime: 'Va al día',
    isLate: 'Va con retraso',
    pays: (paid: number, all: number) => `Paga al día, ${paid} de ${all}`,
    paysLate: (paid: number, all: number) => `Va con retraso, ${paid} de ${all}`,
    repaidOf: (repaid: number, taken: number) => `Devolvió ${repaid} de ${taken}`,
    onlyForgiven: (count: number) => (count === 1 ? '1 préstamo perdonado' : `${count} préstamos perdonados`),
    wereForgiven: (count: number) => (count === 1 ? '1 perdonado' : `${count} perdonados`),
    /** Sum that was repaid, without interest, in whole dollars. */
    principal: (dollars: string) => `${dollars} de capital`,
    late: (count: number) => `${count} tarde`,
    lateInAll: (count: number) => `${count} tarde en total`,
    withMe: (history: string) => `Contigo: ${history}`,
    repaidMe: (repaid: number, taken: number) => `devolvió ${repaid} de ${taken}`,
    running: (count: number) => `${count} en curso`,
    onTime: 'al día',
    lentToMe: (count: number) => (count === 1 ? 'Te prestó 1 vez' : `Te prestó ${count} veces`),
    lentThis: 'Te prestó este dinero',
    lentByMe: (count: number) => (count === 1 ? 'Tú le prestaste 1 vez' : `Tú le prestaste ${count} veces`),
    notLentToMe: 'Aún no te ha prestado',
    /** About somebody of whom nothing was read. */
    lends: 'Ofrece prestar',
    lentTo: (people: number) => `Prestó ${toPeople(people)}`,
    lentToAtLeast: (people: number) => `Prestó al menos ${toPeople(people)}`,
    lentToNobody: 'Todavía no ha prestado a nadie',
    forgiven: (count: number) => `le perdonaste ${count}`,
    overdue: (count: number) => (count === 1 ? '1 vencido' : `${count} vencidos`),
    noneOverdue: 'ninguno vencido ahora',
    unseen: (count: number) => (count === 1 ? '1 más antiguo sin revisar' : `${count} más antiguos sin revisar`),
    stranger: 'No has tenido préstamos con esta persona',
    askedOf: (people: number) => `Pidió ${toPeople(people)}`,
    newestOf: (examined: number, people: number) => `Pidió ${toPeople(people)} en sus últimos ${examined} préstamos`,
    mayBeInflated: 'Puede estar inflado',
    doubts: {
      both: 'Todo a una sola persona y por montos mínimos.',
      oneLender: 'Todo a una sola persona.',
      tiny: 'Todo por montos mínimos.',
    },
    cashIsNotCounted: 'Lo pagado en efectivo no cuenta.',
    unread: 'No pudimos leer todo su historial. Lo intentamos otra vez.',
    unreadMine: 'Todavía no pudimos leer tus préstamos con esta persona.',
    reading: 'Leyendo su historial',
    readingMine: 'Leyendo tus préstamos con esta persona',
    title: 'Historial',
    open: (person: string) => `Ver ficha de ${person}`,
    people: 'Personas',
    nameOrAddress: 'Nombre o dirección 0x…',
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
      repay: 'Pago pendiente (demo).',
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
    partOf: (owed: string) => `Parte de ${owed}`,
    anInstalment: 'al menos una cuota',
    unread: 'Con puntos: cuotas cuyo monto aún no se ha leído.',
    itemIn: (amount: string, day: string) => `te deben ${amount} el ${day}`,
    itemOut: (amount: string, day: string) => `debes ${amount} el ${day}`,
    pay: (amount: string) => `Pagar ${amount}`,
    open: (amount: string, person: string) => `Ver el préstamo: ${amount}, ${person}`,
    sentence: (items: readonly string[], more: number) =>
      `Vencimientos por fecha: ${items.join('; ')}${more > 0 ? `; y ${more} más` : ''}.`,
  },

  footer: 'EntrePares · 2025',

  outcome: {
    annulled: 'La anulaste antes de que se hiciera.',
    annulledFee: 'Solo se pagó la comisión de la red.',
    reverted: 'Tus dólares no se movieron, pero la comisión de la red se pagó.',
    replaced:
      'Otra operación de tu cuenta ocupó su lugar, o la red perdió su rastro. Comprueba tu saldo y tus préstamos antes de repetirla.',
  },
} as const

function toPeople(count: number): string {
  return count === 1 ? 'a 1 persona' : `a ${count} personas`
}
