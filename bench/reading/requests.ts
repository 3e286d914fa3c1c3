// Requests, bytes and time of one dashboard refresh with 100 offers: a single LoanLens call beside one call per loan.
import { createClient, http } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { SAMPLE_OFFERS } from '../../devchain/sampleLoans.ts'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { median } from '../median.ts'
import type { Goal, Row } from '../table.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const ROUNDS = 5
const OFFERS = 100

export const requests = (): Promise<Row[]> => inWorld(compare)

async function compare({ chain, deployment: { dollar, loanBook, loanLens }, rpcUrl }: BenchWorld): Promise<Row[]> {
  await publishMany(chain, OFFERS - SAMPLE_OFFERS.length)

  const used = { requests: 0, bytes: 0 }
  const client = createClient({
    transport: http(rpcUrl, {
      onFetchRequest: () => {
        used.requests++
      },
      onFetchResponse: async (response) => {
        used.bytes += (await response.clone().arrayBuffer()).byteLength
      },
    }),
  })
  const { address } = people.deployer
  const book = { address: loanBook, abi: loanBookAbi } as const

  const allInOne = async () => {
    const args = [loanBook, address, BigInt(OFFERS), 0n, 0n] as const
    await readContract(client, { address: loanLens, abi: loanLensAbi, functionName: 'dashboard', args })
  }
  const loanByLoan = async () => {
    await getBlock(client)
    await getBalance(client, { address })
    await readContract(client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [address] })
    const ids = await readContract(client, { ...book, functionName: 'getOpenOfferIds', args: [0n, BigInt(OFFERS)] })
    for (const id of ids) {
      const { lender } = await readContract(client, { ...book, functionName: 'getOffer', args: [id] })
      await readContract(client, { ...book, functionName: 'recordOf', args: [lender] })
    }
  }

  const [ours, theirs] = [await measured(used, allInOne), await measured(used, loanByLoan)]
  const row = (unit: string, of: keyof Figures, goal?: Goal): Row => ({
    what: `refresh the dashboard, ${OFFERS} offers`,
    unit,
    ours: ours[of],
    peer: { name: 'loan by loan', figure: theirs[of] },
    ...(goal && { goal }),
  })
  return [row('requests', 'requests', { most: 1 }), row('kB answered', 'kilobytes'), row('ms', 'ms', { mostRatio: 0.5 })]
}

type Figures = { requests: number; kilobytes: number; ms: number }

async function measured(used: { requests: number; bytes: number }, refresh: () => Promise<void>): Promise<Figures> {
  const times: number[] = []
  used.requests = 0
  used.bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await refresh()
    times.push(performance.now() - began)
  }
  return { requests: used.requests / ROUNDS, kilobytes: used.bytes / ROUNDS / 1_000, ms: median(times) }
}
