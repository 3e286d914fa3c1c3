import { type ChainOptions, type EmbeddedChain, openChain } from './chain.ts'
import { type Deployment, deploy } from './deploy.ts'
import { people } from './people.ts'
import { publishSampleLoans } from './sampleLoans.ts'
import { createTransactionSender } from './transactionSender.ts'

export type Chain = Omit<EmbeddedChain, 'mineAtCurrentTime'> & { deployment: Deployment | undefined }

type Options = ChainOptions & {
  /** False: a chain without contracts, for the literal demo of the specification. */
  contracts?: boolean
}

/** Starts the embedded chain in this process, with our contracts and the example offers deployed. */
export async function startChain({ contracts = true, ...options }: Options = {}): Promise<Chain> {
  const { mineAtCurrentTime, ...chain } = await openChain(options)
  try {
    const deployment = contracts ? await deployWithSamples(chain) : undefined
    await mineAtCurrentTime()
    return { ...chain, deployment }
  } catch (error) {
    await chain.stop()
    throw error
  }
}

async function deployWithSamples({ transport }: Pick<EmbeddedChain, 'transport'>): Promise<Deployment> {
  const deployment = await deploy(await createTransactionSender({ transport, account: people.deployer }))
  await publishSampleLoans(transport, deployment)
  return deployment
}
