import type { Address } from 'viem'
import { type ActiveLoan, DAY, DOLLAR, NOBODY, type Offer } from './loan.ts'

// The specification's examples. What it leaves open (notes, addresses) is made up; the addresses belong to nobody.

/** The list shows the highest id first, so these appear in the specification's order. */
export const demoOffers: Offer[] = [
  offer(4n, '0x70A9c3F1E6b2D84507a1C9e35dB8f26047aD79C8', 300n, 10, 30, 'Para una emergencia o para llegar a fin de mes.'),
  offer(3n, '0x3C44b6A9f07E21d58C3eB0419Fa6d2785E0193BC', 500n, 14, 60, 'Capital para tu negocio. Pagos parciales bienvenidos.'),
  offer(2n, '0x90F7e2D15a8C4b3069dE7fA1c2B85d6403eFb906', 1200n, 9, 90, 'Solo para estudios o herramientas de trabajo.'),
  offer(1n, '0x15d3A4c8F9b07E62D1508cB3e7fA926d40C86A65', 100n, 18, 15, 'Préstamo corto, respuesta el mismo día.'),
]

export function demoDebtors(now: number): ActiveLoan[] {
  const debtor = (id: bigint, borrower: Address, ...terms: Example) => loan(id, NOBODY, borrower, now, terms)
  return [
    debtor(5n, '0x8bA1f109D4e7C35b2A06dF98E1c7b54032fABA72', 400n, 12, 150n, 25, 'Compra de insumos.'),
    debtor(6n, '0x4E5B7c2d90Fa13E68D4b5A0c97f1E8d326B4c0F1', 200n, 15, 50n, -3, 'Reparación urgente.'),
  ]
}

export function demoDebts(now: number): ActiveLoan[] {
  const debt = (id: bigint, lender: Address, ...terms: Example) => loan(id, lender, NOBODY, now, terms)
  return [
    debt(7n, '0x1Db3439a7C5e80F2D6b941E0c8A57f3d2B946e51', 350n, 10, 100n, 12, 'Matrícula del curso.'),
    debt(8n, '0xA0Ee7A142d267C1f36714E4a8F75612F20a79720', 150n, 20, 0n, 2, 'Adelanto de sueldo.'),
  ]
}

function offer(id: bigint, lender: Address, dollars: bigint, percent: number, days: number, note: string): Offer {
  return { ...terms(id, dollars, percent, days, note), status: 'open', lender, borrower: undefined, openUntil: undefined }
}

type Example = [dollars: bigint, percent: number, dollarsPaid: bigint, daysLeft: number, note: string]

function loan(id: bigint, lender: Address, borrower: Address, now: number, example: Example): ActiveLoan {
  const [dollars, percent, dollarsPaid, daysLeft, note] = example
  // Half a day more, so that the whole days left stay the same for hours.
  const dueAt = now + daysLeft * DAY + DAY / 2
  return {
    ...terms(id, dollars, percent, 30, note),
    status: 'active',
    lender,
    borrower,
    startedAt: dueAt - 30 * DAY,
    dueAt,
    repaid: dollarsPaid * DOLLAR,
  }
}

function terms(id: bigint, dollars: bigint, percent: number, days: number, note: string) {
  return { id, principal: dollars * DOLLAR, apr: percent * 100, duration: days * DAY, instalments: 1, note, demo: true }
}
