import type { Address } from 'viem'
import { isSameAddress, type Row, type TakenLoan } from '../loans/loan.ts'
import type { Dollars } from '../loans/units.ts'

/** My own history with one person, which nobody else can forge. In loans. */
export type Dealings = {
  /** Loans that they took from me: all, repaid, forgiven by me, and with a payment overdue now. */
  taken: number
  repaid: number
  forgiven: number
  overdue: number
  /** How many I took from them. */
  lentToMe: number
  /** Debts now: theirs to me, and mine to them. */
  owesMe: Dollars
  owedByMe: Dollars
}

export type Parties = Pick<TakenLoan, 'lender' | 'borrower'>

/** Role of the other person in the loan that is on the table. */
export type Role = 'lender' | 'borrower'

export const NO_DEALINGS: Dealings = { taken: 0, repaid: 0, forgiven: 0, overdue: 0, lentToMe: 0, owesMe: 0n, owedByMe: 0n }

/** My history with everybody on the other side of these loans of mine, by address in lower case. */
export function dealingsIn(
  loans: readonly (Parties & Pick<Row, 'status' | 'nextDue' | 'owed'>)[],
  me: Address,
  now: number,
): Map<string, Dealings> {
  const people = new Map<string, Dealings>()
  for (const { lender, borrower, status, nextDue, owed } of loans) {
    const isMine = isSameAddress(lender, me)
    const person = (isMine ? borrower : lender).toLowerCase()
    const before = people.get(person) ?? NO_DEALINGS
    const add = (is: boolean) => (is ? 1 : 0)
    const debt = status === 'active' ? owed : 0n
    people.set(
      person,
      isMine
        ? {
            ...before,
            taken: before.taken + 1,
            repaid: before.repaid + add(status === 'repaid'),
            forgiven: before.forgiven + add(status === 'forgiven'),
            overdue: before.overdue + add(status === 'active' && now > nextDue),
            owesMe: before.owesMe + debt,
          }
        : { ...before, lentToMe: before.lentToMe + 1, owedByMe: before.owedByMe + debt },
    )
  }
  return people
}

/** Everybody on the other side of these loans of mine, the newest first. */
export function peopleIn(loans: readonly (Parties & { id: bigint })[], me: Address): Address[] {
  const newest = [...loans].sort((a, b) => (a.id < b.id ? 1 : -1))
  const people = newest.map(({ lender, borrower }) => (isSameAddress(lender, me) ? borrower : lender))
  return [...new Map(people.map((person) => [person.toLowerCase(), person])).values()]
}

/** My history with one person. Undefined while `people` is: what was not read is unknown, not none. */
export function historyWith(people: ReadonlyMap<string, Dealings> | undefined, person: Address): Dealings | undefined {
  return people && (people.get(person.toLowerCase()) ?? NO_DEALINGS)
}

/**
 * Whether my own history tells what to expect of somebody. Of a borrower only a loan of mine that they repaid does: to take
 * an offer of mine, or to lend me a dollar, costs an attacker next to nothing. Of a lender any loan between us does.
 */
export function isKnownAs(role: Role, { taken, repaid, lentToMe }: Dealings = NO_DEALINGS): boolean {
  return role === 'borrower' ? repaid > 0 : taken + lentToMe > 0
}

export function isSameDealings(one: Dealings | undefined, other: Dealings | undefined): boolean {
  if (!one || !other) return one === other
  const keys = Object.keys(NO_DEALINGS) as (keyof Dealings)[]
  return keys.every((key) => one[key] === other[key])
}
