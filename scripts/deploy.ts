// npm run deploy -- sepolia: says what there is to deploy and what it costs; with a key, deploys it and records the addresses.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseError, type Client, createClient, formatEther, formatGwei, http, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance, getChainId } from 'viem/actions'
import { loadEnv } from 'vite'
import { verificationInput } from '../contracts/compile.ts'
import { CREATE2_FACTORY, deploy, isDeployed, partsToDeploy } from '../devchain/deploy.ts'
import { affordableFees, createTransactionSender } from '../devchain/transactionSender.ts'
import { type Network, networks, publicNetworks } from '../web/chains.ts'
import { readConfig } from '../web/config.ts'
import { deployerKey } from './lib/deployerKey.ts'

// Upper bounds instead of eth_estimateGas, which fails for a contract whose predecessor is not deployed yet. A byte costs 16
// gas as calldata and 200 as deployed code.
const GAS_PER_BYTE = 220n
const GAS_PER_CONTRACT = 100_000n

const networkByName: Record<string, Network> = networks
const root = fileURLToPath(new URL('..', import.meta.url))

main().catch((error: Error) => {
  // viem's long message would print the contract's whole bytecode.
  console.error(`\n${error instanceof BaseError ? error.shortMessage : error.message}`)
  process.exitCode = 1
})

async function main() {
  const [name = ''] = process.argv.slice(2)
  const network = publicNetworks.find(({ id }) => id === networkByName[name]?.id)
  if (!network) throw new Error('Say where to: "npm run deploy -- sepolia".')
  const key = await deployerKey(process.env)
  const [rpcUrl = ''] = readConfig(loadEnv('production', root, 'REACT_APP_')).nodeUrls

  const transport = http(rpcUrl, { retryCount: 0 })
  const client = createClient({ transport })
  const chainId = await getChainId(client).catch(() => {
    throw new Error(`The node ${rpcUrl} does not answer. Set REACT_APP_ALCHEMY_URL to one that does. Nothing was sent.`)
  })
  if (chainId !== network.id) {
    throw new Error(`The node ${rpcUrl} is of chain ${chainId}, and ${network.name} is ${network.id}. Nothing was sent.`)
  }
  if (!(await isDeployed({ client }, CREATE2_FACTORY)))
    throw new Error(`The deterministic deployer ${CREATE2_FACTORY} is not on this chain. Nothing was sent.`)

  const most = await showPlan(client)
  if (!key) {
    console.log('Nothing was sent. To deploy, set DEPLOYER_KEY, or DEPLOYER_KEYSTORE to the file of an encrypted key.')
    return
  }
  const account = privateKeyToAccount(key)
  const balance = await getBalance(client, { address: account.address })
  if (balance < most) {
    throw new Error(
      `${account.address} has ${formatEther(balance)} ETH, and this may take ${formatEther(most)}. Nothing was sent.`,
    )
  }
  console.log(`Deploying from ${account.address}; each contract waits for ${network.confirmations} blocks …`)
  record(await deploy(await createTransactionSender({ transport, account, confirmations: network.confirmations })))
}

/** Prints what would be deployed, where, and at what cost. Returns the most that it can cost, in wei. */
async function showPlan(client: Client): Promise<bigint> {
  let total = 0n
  for (const { name, address, data } of await partsToDeploy()) {
    const gas = (await isDeployed({ client }, address)) ? 0n : BigInt(size(data)) * GAS_PER_BYTE + GAS_PER_CONTRACT
    console.log(`${name.padEnd(8)}  ${address}  ${gas > 0n ? `at most ${gas} gas` : 'is there already'}`)
    total += gas
  }
  const { maxFeePerGas } = await affordableFees(client)
  console.log(`At most ${formatEther(total * maxFeePerGas)} ETH, at up to ${formatGwei(maxFeePerGas)} gwei.`)
  return total * maxFeePerGas
}

/** The block is the book's own: whoever reads its events begins there. Where an earlier run deployed it, its record stays. */
function record(deployed: Awaited<ReturnType<typeof deploy>>) {
  const folder = process.env.DEPLOYMENTS_FOLDER ?? `${root}deployments`
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${deployed.chainId}.json`
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const known = before?.loanBook === deployed.loanBook ? before.block : 0
  const deployment = { ...deployed, block: deployed.block ?? known }
  writeFileSync(file, `${JSON.stringify(deployment, null, 2)}\n`)
  const input = `${folder}/${deployed.chainId}.verify.json`
  writeFileSync(input, verificationInput())
  console.log(`Done, and recorded in ${file}:`, deployment)
  console.log(`To verify the source on a block explorer, give it ${input} (standard JSON input).`)
}
