// npm run deploy -- sepolia: deploys the contracts with the key in DEPLOYER_KEY and records their addresses.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseError, formatEther, http, isHex, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { loadEnv } from 'vite'
import { CREATE2_FACTORY, deploy, isDeployed, partsToDeploy } from '../devchain/deploy.ts'
import { affordableFees, createTransactionSender, type TransactionSender } from '../devchain/transactionSender.ts'
import { type Network, networks, publicNetworks } from '../web/chains.ts'
import { readConfig } from '../web/config.ts'

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
  const account = privateKeyToAccount(deployerKey())
  const [rpcUrl = ''] = readConfig(loadEnv('production', root, 'REACT_APP_')).nodeUrls

  const transport = http(rpcUrl, { retryCount: 0 })
  const sender = await createTransactionSender({ transport, account, confirmations: network.confirmations }).catch(() => {
    throw new Error(`The node ${rpcUrl} does not answer. Set REACT_APP_ALCHEMY_URL to one that does. Nothing was sent.`)
  })
  if (sender.chainId !== network.id) {
    throw new Error(`The node ${rpcUrl} is of chain ${sender.chainId}, and ${network.name} is ${network.id}. Nothing was sent.`)
  }
  if (!(await isDeployed(sender, CREATE2_FACTORY)))
    throw new Error(`The deterministic deployer ${CREATE2_FACTORY} is not on this chain. Nothing was sent.`)
  await requireFunds(sender)

  console.log(`Deploying from ${account.address}; each contract waits for ${network.confirmations} blocks …`)
  record(await deploy(sender))
}

function deployerKey() {
  const key = process.env.DEPLOYER_KEY ?? ''
  if (isHex(key) && size(key) === 32) return key
  throw new Error('Set DEPLOYER_KEY to the private key of the account that pays: 0x and 64 hexadecimal digits. Nothing was sent.')
}

async function requireFunds(sender: TransactionSender) {
  const { client, account } = sender
  let gas = 0n
  for (const { address, data } of await partsToDeploy()) {
    if (!(await isDeployed(sender, address))) gas += BigInt(size(data)) * GAS_PER_BYTE + GAS_PER_CONTRACT
  }
  const needed = gas * (await affordableFees(client)).maxFeePerGas
  const balance = await getBalance(client, { address: account.address })
  if (balance < needed) {
    throw new Error(
      `${account.address} has ${formatEther(balance)} ETH, and this may take ${formatEther(needed)}. Nothing was sent.`,
    )
  }
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
  console.log(`Done, and recorded in ${file}:`, deployment)
}
