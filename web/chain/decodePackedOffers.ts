import { type Hex, hexToString } from 'viem'
import { NOBODY, type Offer } from '../loans/loan.ts'
import { type Decoded, decodeAll, decodeLoan, type RawItem } from './decodeLoan.ts'

/** What an open offer that anyone may take has in the fields that are not packed. */
const REST = { borrower: NOBODY, startTs: 0n, dueTs: 0n, repaid: 0n, createdAt: 0n, status: 1, owed: 0n }
const RECORD = { taken: 0n, repaid: 0n, repaidLate: 0n, repaidDollars: 0n }

/**
 * The offers that LoanLens.packedOffers gives, each validated by decodeLoan. Bytes that end in the middle of an offer, or hold
 * more offers than `maxCount`, throw: such an answer is refused as a whole.
 */
export function decodePackedOffers(packed: Hex, maxCount: number): Decoded<{ loan: Offer }> {
  return decodeAll(unpack(packed, maxCount), (raw) => {
    const { loan } = decodeLoan(raw)
    if (loan.status !== 'open') throw new Error(`Loan ${loan.id} is no offer`)
    return { loan }
  })
}

function unpack(packed: Hex, maxCount: number): RawItem[] {
  let at = '0x'.length
  const take = (bytes: number): Hex => {
    const end = at + bytes * 2
    if (end > packed.length) throw new Error("The node's answer has an incomplete offer")
    const part: Hex = `0x${packed.slice(at, end)}`
    at = end
    return part
  }
  const takeNumber = (bytes: number) => BigInt(take(bytes))
  const items: RawItem[] = []
  while (at < packed.length) {
    if (items.length >= maxCount) throw new Error(`The node's answer has more than ${maxCount} offers`)
    const id = takeNumber(4)
    const loan = {
      lender: take(20),
      principal: takeNumber(7),
      duration: takeNumber(4),
      apr: takeNumber(2),
      instalments: takeNumber(1),
      openUntil: takeNumber(5),
      ...REST,
    }
    const comment = hexToString(take(Number(takeNumber(2))))
    items.push({ id, loan, comment, record: RECORD })
  }
  return items
}
