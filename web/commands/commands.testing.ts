import type { ActiveLoan, Offer, Request } from '../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../loans/signed.ts'
import type { Command } from './command.ts'

const ana = '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa'
const luis = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'

const terms = { principal: 150_000_000n, apr: 1000, duration: 86_400, instalments: 1, note: '' }
const numbered = { ...terms, id: 9n, demo: false }
const offer: Offer = { ...numbered, id: 7n, status: 'open', lender: ana, borrower: undefined, openUntil: undefined }
const request: Request = { ...numbered, id: 7n, status: 'requested', lender: undefined, borrower: luis, openUntil: undefined }
const loan: ActiveLoan = {
  ...numbered,
  status: 'active',
  lender: ana,
  borrower: luis,
  startedAt: 1_765_713_600,
  dueAt: 1_765_800_000,
  repaid: 5_000_000n,
  noted: 3_000_000n,
}

const bound = {
  chainId: 31337,
  book: '0xcCcCcCcCcCcCcCcCcCcCcCcCcCcCcCcCcCcCcCcC',
  borrower: luis,
  number: 2n ** 127n + 5n,
  until: 1_765_800_000,
  signature: `0x${'5a'.repeat(65)}`,
} as const
const signedRequest: SignedRequest = { ...bound, ...terms, kind: 'request', lender: undefined }
const signedPayment: SignedPayment = { ...bound, kind: 'payment', loanId: 9n, lender: ana, amount: 40_990_000n }

/** A command of every kind. */
export const samples: { [K in Command['kind']]: Extract<Command, { kind: K }> } = {
  createOffer: { kind: 'createOffer', offer: { ...terms, borrower: undefined, openDays: 0 } },
  acceptOffer: { kind: 'acceptOffer', offer },
  cancelOffer: { kind: 'cancelOffer', offer },
  createRequest: { kind: 'createRequest', request: { ...terms, lender: undefined, openDays: 30 } },
  cancelRequest: { kind: 'cancelRequest', request },
  fundRequest: { kind: 'fundRequest', request },
  fundSigned: { kind: 'fundSigned', request: signedRequest },
  repay: { kind: 'repay', loan, amount: 104_991_001n },
  repaySigned: { kind: 'repaySigned', loan, payment: signedPayment },
  voidSigned: { kind: 'voidSigned', signed: signedPayment },
  recordPayment: { kind: 'recordPayment', loan, amount: 20_000_000n, paidAt: 1_765_720_000 },
  extend: { kind: 'extend', loan, extraTime: 7 * 86_400 },
  forgive: { kind: 'forgive', loan },
  several: {
    kind: 'several',
    parts: [
      { kind: 'cancelOffer', offer },
      { kind: 'cancelOffer', offer: { ...offer, id: 8n, principal: 40_000_000n, borrower: luis } },
    ],
  },
  withdraw: { kind: 'withdraw', amount: 5_000_000n },
  sendEther: { kind: 'sendEther', to: ana, amount: 250_000_000_000_000_001n },
  sendDollars: { kind: 'sendDollars', to: ana, amount: 12_040_000_000n },
  faucet: { kind: 'faucet' },
  annul: { kind: 'annul' },
}
