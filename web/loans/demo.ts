import type { Address } from 'viem'
import { type ActiveLoan, DAY, DOLLAR, type Offer } from './loan.ts'

// The specification's examples. What it leaves open (notes, addresses) is made up, and belongs to nobody.
const ME: Address = '0x0000000000000000000000000000000000000000'

// The newest first, as the list has them: so they stand in the specification's order.
export const demoOffers: Offer[] = [
  offer(4n, '0x70A9c3F1E6b2D84507a1C9e35dB8f26047aD79C8', 300n, 10, 30, 'Para una emergencia o para llegar a fin de mes.'),
  offer(3n, '0x3C44b6A9f07E21d58C3eB0419Fa6d2785E0193BC', 500n, 14, 60, 'Capital para tu negocio. Pagos parciales bienvenidos.'),
  offer(2n, '0x90F7e2D15a8C4b3069dE7fA1c2B85d6403eFb906', 1200n, 9, 90, 'Solo para estudios o herramientas de trabajo.'),
  offer(1n, '0x15d3A4c8F9b07E62D1508cB3e7fA926d40C86A65', 100n, 18, 15, 'Préstamo corto, respuesta el mismo día.'),
]

export function demoDebtors(now: number): ActiveLoan[] {
  return [
    debtor(5n, '0x8bA1f109D4e7C35b2A06dF98E1c7b54032fABA72', 400n, 12, 150n, inDays(now, 25), 'Compra de insumos.'),
    debtor(6n, '0x4E5B7c2d90Fa13E68D4b5A0c97f1E8d326B4c0F1', 200n, 15, 50n, inDays(now, -3), 'Reparación urgente.'),
  ]
}

export function demoDebts(now: number): ActiveLoan[] {
  return [
    debt(7n, '0x1Db3439a7C5e80F2D6b941E0c8A57f3d2B946e51', 350n, 10, 100n, inDays(now, 12), 'Matrícula del curso.'),
    debt(8n, '0xA0Ee7A142d267C1f36714E4a8F75612F20a79720', 150n, 20, 0n, inDays(now, 2), 'Adelanto de sueldo.'),
  ]
}

/** A moment of that day that leaves the given number of whole days. */
function inDays(now: number, days: number): number {
  return now + days * DAY + DAY / 2
}

function terms(id: bigint, lender: Address, dollars: bigint, percent: number, days: number, note: string) {
  return { id, lender, principal: dollars * DOLLAR, apr: percent * 100, duration: days * DAY, note, demo: true }
}

function offer(id: bigint, lender: Address, dollars: bigint, percent: number, days: number, note: string): Offer {
  return { ...terms(id, lender, dollars, percent, days, note), status: 'open', borrower: undefined }
}

function debtor(
  id: bigint,
  borrower: Address,
  dollars: bigint,
  percent: number,
  paid: bigint,
  dueAt: number,
  note: string,
): ActiveLoan {
  return { ...terms(id, ME, dollars, percent, 30, note), status: 'active', borrower, dueAt, repaid: paid * DOLLAR }
}

function debt(
  id: bigint,
  lender: Address,
  dollars: bigint,
  percent: number,
  paid: bigint,
  dueAt: number,
  note: string,
): ActiveLoan {
  return { ...terms(id, lender, dollars, percent, 30, note), status: 'active', borrower: ME, dueAt, repaid: paid * DOLLAR }
}
