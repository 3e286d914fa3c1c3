import { isSameAddress, type Loan } from '../loans/loan.ts'
import type { Dollars } from '../loans/units.ts'
import { type Command, loanOf, statesNoted } from './command.ts'
import type { AgreedLoan } from './rules.ts'

/**
 * The loan of a command, compared with how the person saw it.
 *
 * - `same`: the command can go ahead. Its due date and what was paid may have changed: the contract refuses a date that is no
 *   longer later, and takes or forgives no more than is owed.
 * - `noted`: the lender recorded another payment. The contract would refuse the command, which states their sum.
 * - `over`: taken, cancelled, repaid or forgiven. The contract would refuse the command, naming that status.
 * - `another`: the id belongs to a loan with other terms or people, as after a reorganisation. It must not be sent.
 */
type Change = 'same' | 'noted' | 'over' | 'another'

/** The statuses that a loan can pass to, at once or later. */
const LATER: Record<'open' | 'requested' | 'active', readonly Loan['status'][]> = {
  open: ['active', 'repaid', 'forgiven', 'cancelled'],
  requested: ['active', 'repaid', 'forgiven', 'cancelled'],
  active: ['repaid', 'forgiven'],
}

/** `found`: the loan that the chain has under that id, if any. */
export function whatBecameOf(command: Command, found: Loan | undefined): Change {
  const agreed = loanOf(command)
  if (!agreed) return 'same'
  if (!found || !hasSameTerms(agreed, found)) return 'another'

  const isOver = LATER[agreed.status].includes(found.status)
  // Whoever took what anyone could take.
  const isTaker = (side: 'lender' | 'borrower') => isOver && agreed[side] === undefined
  const isSame = (side: 'lender' | 'borrower') => isTaker(side) || isSameAddress(found[side], agreed[side])
  if (!isSame('lender') || !isSame('borrower')) return 'another'
  if (isOver) return 'over'
  if (found.status !== agreed.status) return 'another'
  return statesNoted(command) && notedOn(found) !== notedOn(agreed) ? 'noted' : 'same'
}

function notedOn(loan: AgreedLoan | Loan): Dollars {
  return 'noted' in loan ? loan.noted : 0n
}

type Figures = Pick<Loan, 'id' | 'principal' | 'apr' | 'duration' | 'instalments'>

function hasSameTerms(agreed: Figures, found: Figures): boolean {
  return (
    found.id === agreed.id &&
    found.principal === agreed.principal &&
    found.apr === agreed.apr &&
    found.duration === agreed.duration &&
    found.instalments === agreed.instalments
  )
}
