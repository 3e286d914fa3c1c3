// How long replaying the journal of the embedded chain takes, beside the time of the original transactions.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, maxUint256 } from 'viem'
import { people } from '../../devchain/people.ts'
import { SAMPLE_TERMS } from '../../devchain/publishMany.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { loanBookAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { numeral, type Row } from '../table.ts'

const OFFERS = 1_000

export async function replay(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-replay-'))
  const journalFile = join(folder, 'chain.jsonl')
  try {
    const [created, creationSeconds] = await timed(async () => {
      const chain = await startChain({ journalFile })
      await publishOneByOne(chain)
      return chain
    })
    await created.stop()
    const [replayed, replaySeconds] = await timed(() => startChain({ journalFile }))
    await replayed.stop()
    const what = `restart with ${numeral(OFFERS)} offers in the journal`
    return [
      { what, unit: 's', ours: replaySeconds, peer: { name: 'their first run', figure: creationSeconds }, goal: { most: 5 } },
      { what, unit: 'kB on disk', ours: statSync(journalFile).size / 1_000 },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function publishOneByOne({ transport, deployment }: Chain): Promise<void> {
  if (!deployment) throw new Error('There are no contracts on this chain.')
  const { dollar, loanBook } = deployment
  await createChainClient(transport).setTokens(dollar, people.ana.address, 1_000_000n * DOLLAR)
  const { send } = await createTransactionSender({ transport, account: people.ana })
  await send({
    to: dollar,
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [loanBook, maxUint256] }),
  })
  const { principal, duration, apr, note } = SAMPLE_TERMS
  const args = [principal, duration, apr, note] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args })
  for (let count = 0; count < OFFERS; count++) await send({ to: loanBook, data })
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, (performance.now() - began) / 1000]
}
