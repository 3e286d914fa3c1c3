import { type Address, type Hex, hexToString } from 'viem'
import { NOBODY, type Proposal, type ProposalKind, STATUSES } from '../../loans/loan.ts'
import { type Decoded, decodeAll, decodeLoan, EMPTY_RAW_RECORD, type RawItem } from './decodeLoan.ts'

/** Fields that are not packed: anyone may take these, so nobody is on the other side yet. */
const REST = { startTs: 0n, dueTs: 0n, repaid: 0n, createdAt: 0n, owed: 0n, noted: 0n, late: false, brief: false }
const SIDES = {
  offer: (person: Address) => ({ lender: person, borrower: NOBODY, status: STATUSES.indexOf('open') }),
  request: (person: Address) => ({ lender: NOBODY, borrower: person, status: STATUSES.indexOf('requested') }),
}

/**
 * Decodes LoanLens.packed, each entry validated by decodeLoan. Bytes that end in the middle of one, or
 * hold more than `maxCount`, throw: such an answer is refused as a whole.
 */
export function decodePacked(kind: ProposalKind, packed: Hex, maxCount: number): Decoded<{ loan: Proposal }> {
  // Cast: SIDES gives each kind its status.
  return decodeAll(unpack(kind, packed, maxCount), (raw) => ({ loan: decodeLoan(raw).loan as Proposal }))
}

function unpack(kind: ProposalKind, packed: Hex, maxCount: number): RawItem[] {
  let at = '0x'.length
  const take = (bytes: number): Hex => {
    const end = at + bytes * 2
    if (end > packed.length) throw new Error("The node's answer has an incomplete entry")
    const part: Hex = `0x${packed.slice(at, end)}`
    at = end
    return part
  }
  const takeNumber = (bytes: number) => BigInt(take(bytes))
  const items: RawItem[] = []
  while (at < packed.length) {
    if (items.length >= maxCount) throw new Error(`The node's answer has more than ${maxCount} entries`)
    const id = takeNumber(4)
    const loan = {
      ...SIDES[kind](take(20)),
      principal: takeNumber(7),
      duration: takeNumber(4),
      apr: takeNumber(2),
      instalments: takeNumber(1),
      openUntil: takeNumber(5),
      ...REST,
    }
    const comment = hexToString(take(Number(takeNumber(2))))
    items.push({ id, loan, comment, record: EMPTY_RAW_RECORD })
  }
  return items
}
