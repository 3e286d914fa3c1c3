// The chain and the node of a component test, which runs in the browser while they run in Node.
import { type Address, custom, parseEther, RpcRequestError } from 'viem'
import { readContract } from 'viem/actions'
import { commands } from 'vitest/browser'
import type { Deployment } from '../../devchain/deploy.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { deploymentOf, type World as Others } from '../../e2e/support/others.ts'
import { loanBookAbi, testDollarAbi } from '../chain/abi.ts'
import { networks } from '../chains.ts'
import { DOLLAR } from '../loans/loan.ts'

export type World = Others & {
  client: TestClient
  /** Sets the balances of an account: dollars to lend, and ether for fees. */
  fund: (account: Address, dollars: number, ether?: string) => Promise<void>
  /** Dollars, in millionths. */
  balanceOf: (account: Address) => Promise<bigint>
  /** Lets time pass on the chain. */
  pass: (seconds: number) => Promise<void>
}

const transport = custom(
  {
    request: async ({ method, params }) => {
      const answer = await commands.askChain({ method, params: params ?? [] })
      if ('error' in answer)
        throw new RpcRequestError({ body: { method, params }, error: answer.error, url: 'the embedded chain' })
      return answer.result
    },
  },
  { retryCount: 0 },
)

/** With Sepolia's id the app treats the chain as Sepolia. */
export async function beginWorld({ chainId = networks.local.id }: { chainId?: number } = {}): Promise<World> {
  const deployment: Deployment | undefined = await commands.beginChain(chainId)
  const client = createChainClient(transport)
  return {
    chain: { transport, deployment },
    client,
    fund: async (account, dollars, ether = '1') => {
      await client.setBalance({ address: account, value: parseEther(ether) })
      if (deployment) await client.setTokens(deployment.dollar, account, BigInt(dollars) * DOLLAR)
    },
    balanceOf: (account) => {
      const { dollar } = deploymentOf({ chain: { transport, deployment } })
      return readContract(client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [account] })
    },
    pass: async (seconds) => {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
  }
}

/** The newest loan, as the contract has it. */
export async function newestLoan(world: World) {
  const book = { address: deploymentOf(world).loanBook, abi: loanBookAbi } as const
  const next = await readContract(world.client, { ...book, functionName: 'nextId' })
  const [loan, note] = await readContract(world.client, { ...book, functionName: 'detailsOf', args: [next - 1n] })
  return { ...loan, note, openFor: loan.openUntil - loan.createdAt }
}
