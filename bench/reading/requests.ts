// Requests and time of one dashboard refresh with 100 offers: a single LoanLens call against one call per loan.
import { createClient, http } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { SAMPLE_OFFERS } from '../../devchain/sampleLoans.ts'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { median } from '../median.ts'
import type { Row } from '../run.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const ROUNDS = 5
const OFFERS = 100

export const requests = (): Promise<Row[]> => inWorld(compare)

async function compare({ chain, deployment: { dollar, loanBook, loanLens }, rpcUrl }: BenchWorld): Promise<Row[]> {
  await publishMany(chain, OFFERS - SAMPLE_OFFERS.length)

  let sent = 0
  const onFetchRequest = () => {
    sent++
  }
  const client = createClient({ transport: http(rpcUrl, { onFetchRequest }) })
  const { address } = people.deployer
  const book = { address: loanBook, abi: loanBookAbi } as const

  const contestants = {
    'EntrePares: all in one call': async () => {
      const args = [loanBook, address, BigInt(OFFERS), 0n] as const
      await readContract(client, { address: loanLens, abi: loanLensAbi, functionName: 'dashboard', args })
    },
    'loan by loan': async () => {
      await getBlock(client)
      await getBalance(client, { address })
      await readContract(client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [address] })
      const ids = await readContract(client, { ...book, functionName: 'getOpenOfferIds', args: [0n, BigInt(OFFERS)] })
      for (const id of ids) {
        const { lender } = await readContract(client, { ...book, functionName: 'getOffer', args: [id] })
        await readContract(client, { ...book, functionName: 'recordOf', args: [lender] })
      }
    },
  }

  const rows: Row[] = []
  for (const [what, refresh] of Object.entries(contestants)) {
    const times: number[] = []
    sent = 0
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await refresh()
      times.push(performance.now() - began)
    }
    rows.push({ what, 'requests a refresh': sent / ROUNDS, 'median ms': Math.round(median(times)) })
  }
  return rows
}
