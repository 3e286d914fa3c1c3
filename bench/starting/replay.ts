// How long a kept chain takes to be there again, beside the time it took to make it.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, maxUint256 } from 'viem'
import { people } from '../../devchain/people.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { loanBookAbi, testDollarAbi } from '../../web/chain/abi.ts'
import type { Row } from '../run.ts'

const OFFERS = 1_000
const SLOWEST_SECONDS = 5

export async function replay(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-replay-'))
  const journalFile = join(folder, 'chain.jsonl')
  try {
    const [made, making] = await timed(async () => {
      const chain = await startChain({ journalFile })
      await publishOneByOne(chain)
      return chain
    })
    await made.stop()
    const [again, replaying] = await timed(() => startChain({ journalFile }))
    await again.stop()
    if (replaying > SLOWEST_SECONDS) throw new Error(`${OFFERS} offers take ${replaying.toFixed(1)} s to be there again.`)
    return [
      { what: `${OFFERS} offers, one transaction each`, seconds: making.toFixed(1), ratio: 1, bytes: 0 },
      {
        what: 'there again after a restart',
        seconds: replaying.toFixed(1),
        ratio: (replaying / making).toFixed(2),
        bytes: statSync(journalFile).size,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function publishOneByOne({ transport, deployment }: Chain): Promise<void> {
  if (!deployment) throw new Error('There are no contracts on this chain.')
  const { dollar, loanBook } = deployment
  await createChainClient(transport).setTokens(dollar, people.ana.address, 10n ** 12n)
  const { send } = await createTransactionSender({ transport, account: people.ana })
  await send({
    to: dollar,
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [loanBook, maxUint256] }),
  })
  const args = [5_000_000n, 2_592_000n, 900n, 'Una de muchas.'] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args })
  for (let count = 0; count < OFFERS; count++) await send({ to: loanBook, data })
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, (performance.now() - began) / 1000]
}
