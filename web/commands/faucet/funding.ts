import type { Refusal } from '../../chain/send/refusal.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { ether } from '../../text/format.ts'
import { TEST_ETHER } from './faucet.ts'
import { words } from './words.ts'

/** The notice after asking for test funds. */
export function fundingNotice({ hasEther, refusal }: { hasEther: boolean; refusal: Refusal | undefined }): string {
  const dollars = refusal ? whyRefused(refusal) : words.dollarsComing
  return hasEther ? `${words.ether(ether(TEST_ETHER))} ${dollars}` : dollars
}
