import { type Command, loanOf } from './command.ts'
import { type ActiveLoan, isSameAddress, type Loan, type Offer } from './loan.ts'

/**
 * What became of the loan of a command since the person saw it.
 *
 * - `same`: the command can go ahead. Somebody may have paid a part meanwhile: the contract takes no more than is owed.
 * - `over`: taken, cancelled, repaid or forgiven. The contract would refuse the command, naming that status.
 * - `another`: the id belongs to a loan with other terms or people, as after a reorganisation. It must not be sent.
 */
type Change = 'same' | 'over' | 'another'

/** The statuses that a loan can pass to, at once or later. */
const LATER: Record<'open' | 'active', readonly Loan['status'][]> = {
  open: ['active', 'repaid', 'forgiven', 'cancelled'],
  active: ['repaid', 'forgiven'],
}

/** `found`: the loan that the chain has under that id, if any. */
export function whatBecameOf(command: Command, found: Loan | undefined): Change {
  const agreed = loanOf(command)
  if (!agreed) return 'same'
  if (!found || !hasSameTerms(agreed, found)) return 'another'

  const isOver = LATER[agreed.status].includes(found.status)
  const anyoneMayHaveTakenIt = isOver && agreed.borrower === undefined
  if (!anyoneMayHaveTakenIt && !isSameAddress(found.borrower, agreed.borrower)) return 'another'
  if (isOver) return 'over'
  return found.status === agreed.status ? 'same' : 'another'
}

/** The same id, figures and lender. */
function hasSameTerms(agreed: Offer | ActiveLoan, found: Loan): boolean {
  return (
    found.id === agreed.id &&
    found.principal === agreed.principal &&
    found.apr === agreed.apr &&
    found.duration === agreed.duration &&
    found.instalments === (agreed.instalments ?? 1) &&
    isSameAddress(found.lender, agreed.lender)
  )
}
