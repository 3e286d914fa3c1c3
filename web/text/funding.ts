import type { Refusal } from '../chain/refusal.ts'
import { esCommands } from './esCommands.ts'
import { whyRefused } from './esRefusals.ts'

/** The notice after asking for test funds. */
export function fundingNotice({ hasEther, refusal }: { hasEther: boolean; refusal: Refusal | undefined }): string {
  const dollars = refusal ? whyRefused(refusal) : esCommands.faucet.dollarsComing
  return hasEther ? `${esCommands.faucet.ether} ${dollars}` : dollars
}
