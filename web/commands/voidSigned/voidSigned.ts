import { toBook } from '../../chain/send/call.ts'
import type { Signed } from '../../loans/signed.ts'
import { keptSigned } from '../keptSigned.ts'
import { NO_MONEY, type RulesOnSigned } from '../rules.ts'

export type VoidSigned = { kind: 'voidSigned'; signed: Signed }

export const voidSigned: RulesOnSigned<VoidSigned> = {
  about: { a: 'account', activity: 'loans' },
  money: () => NO_MONEY,
  call: ({ signed }, ours) => toBook(ours, 'voidSigned', [signed.number]),
  signed: ({ signed }) => signed,
  since: 2,
  kept: { signed: keptSigned },
}
