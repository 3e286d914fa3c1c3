import type { Address } from 'viem'
import { isSameAddress, type Row, type TakenLoan } from './loan.ts'

/** My own history with one person, which nobody else can forge. In loans. */
export type Dealings = {
  /** Of those that they took from me: all, repaid, forgiven by me, and with a payment overdue now. */
  taken: number
  repaid: number
  forgiven: number
  overdue: number
  /** How many I took from them. */
  lentToMe: number
}

export type Parties = Pick<TakenLoan, 'lender' | 'borrower'>

const NONE: Dealings = { taken: 0, repaid: 0, forgiven: 0, overdue: 0, lentToMe: 0 }

/** My history with everybody on the other side of these loans of mine, by address in lower case. */
export function dealingsIn(
  loans: readonly (Parties & Pick<Row, 'status' | 'nextDue'>)[],
  me: Address,
  now: number,
): Map<string, Dealings> {
  const people = new Map<string, Dealings>()
  for (const { lender, borrower, status, nextDue } of loans) {
    const isMine = isSameAddress(lender, me)
    const person = (isMine ? borrower : lender).toLowerCase()
    const before = people.get(person) ?? NONE
    const add = (is: boolean) => (is ? 1 : 0)
    people.set(
      person,
      isMine
        ? {
            ...before,
            taken: before.taken + 1,
            repaid: before.repaid + add(status === 'repaid'),
            forgiven: before.forgiven + add(status === 'forgiven'),
            overdue: before.overdue + add(status === 'active' && now > nextDue),
          }
        : { ...before, lentToMe: before.lentToMe + 1 },
    )
  }
  return people
}

export function isSameDealings(one: Dealings | undefined, other: Dealings | undefined): boolean {
  if (!one || !other) return one === other
  const keys = Object.keys(NONE) as (keyof Dealings)[]
  return keys.every((key) => one[key] === other[key])
}
