import type { Address } from 'viem'
import { type ActiveLoan, DAY, DOLLAR, NOBODY, type Offer } from '../loans/loan.ts'

// The specification's examples. What it leaves open (notes, addresses) is made up; the addresses belong to nobody.

/** The list shows the highest id first, so these appear in the specification's order. */
export const demoOffers: Offer[] = [
  offer(4n, '0x6D215E669F5A5F7E1e0269c7930958bD5eb56440', 300n, 10, 30, 'Para una emergencia o para llegar a fin de mes.'),
  offer(3n, '0xb2FAF4d4912c4b2ac11B0937069341DfdF2076Cc', 500n, 14, 60, 'Capital para tu negocio. Pagos parciales bienvenidos.'),
  offer(2n, '0xaB0A4CB3cbf47e58848FC26b44312f1a84F070d0', 1200n, 9, 90, 'Solo para estudios o herramientas de trabajo.'),
  offer(1n, '0xc1B011b7c0C32928527abd99a95cA0F4eAD24929', 100n, 18, 15, 'Préstamo corto, respuesta el mismo día.'),
]

export function demoDebtors(now: number): ActiveLoan[] {
  const debtor = (id: bigint, borrower: Address, ...terms: Example) => loan(id, NOBODY, borrower, now, terms)
  return [
    debtor(5n, '0x8897fA006AB23296C9c33C973921F2C1E7a73c2a', 400n, 12, 150n, 25, 'Compra de insumos.'),
    debtor(6n, '0x64674A28d198fc90C7D6FA529C9373dd8a9279B5', 200n, 15, 50n, -3, 'Reparación urgente.'),
  ]
}

export function demoDebts(now: number): ActiveLoan[] {
  const debt = (id: bigint, lender: Address, ...terms: Example) => loan(id, lender, NOBODY, now, terms)
  return [
    debt(7n, '0xBFDBaa5894aFB06F18A92308e19525Ee9D2F3b57', 350n, 10, 100n, 12, 'Matrícula del curso.'),
    debt(8n, '0x7f6BAa4588a94F4484717255A8082E8050bF829c', 150n, 20, 0n, 2, 'Adelanto de sueldo.'),
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
    noted: 0n,
  }
}

function terms(id: bigint, dollars: bigint, percent: number, days: number, note: string) {
  return { id, principal: dollars * DOLLAR, apr: percent * 100, duration: days * DAY, instalments: 1, note, demo: true }
}
