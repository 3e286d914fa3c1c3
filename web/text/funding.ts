import type { Refusal } from '../chain/send/refusal.ts'
import { esCommands } from './es/esCommands.ts'
import { whyRefused } from './es/esRefusals.ts'

/** The notice after asking for test funds. */
export function fundingNotice({ hasEther, refusal }: { hasEther: boolean; refusal: Refusal | undefined }): string {
  const dollars = refusal ? whyRefused(refusal) : esCommands.faucet.dollarsComing
  return hasEther ? `${esCommands.faucet.ether} ${dollars}` : dollars
}
