/** The sentences about what others did to one's loans. */
export const esNews = {
  title: 'Desde tu última visita',
  all: 'Ver todo',
  dismiss: 'Quitar novedades',
  show: 'Ver',
  more: (count: number) => (count === 1 ? 'Y 1 novedad más.' : `Y ${count} novedades más.`),
  loan: (id: bigint) => `Préstamo n.º ${id}`,
  taken: (total: string) => `Tomaron tu oferta: te devolverán ${total}`,
  paid: (amount: string) => `Te pagaron ${amount}`,
  funded: (total: string) => `Te prestaron lo que pediste: devuelves ${total}`,
  /** Taken and over by the time one looks. */
  ended: { taken: 'Tomaron tu oferta, y ya terminó', funded: 'Te prestaron lo que pediste, y ya terminó' },
  moreTime: 'Te dieron más tiempo',
  forgiven: 'Te perdonaron lo que faltaba',
  dueSoon: (day: string) => `Un pago tuyo vence el ${day}`,
  overdue: (day: string) => `Un pago tuyo venció el ${day}`,
  owedLate: (day: string) => `Un pago que te deben venció el ${day}`,
  due: (day: string) => `vence el ${day}`,
  nowDue: (day: string) => `ahora vence el ${day}`,
  left: (amount: string) => `faltan ${amount}`,
  whole: 'ya está devuelto',
} as const
