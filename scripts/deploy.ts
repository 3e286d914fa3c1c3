// npm run deploy -- sepolia: says what there is to deploy and what it costs; with a key, deploys it and records the addresses.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseError, type Client, createClient, formatEther, formatGwei, http, type LocalAccount, RpcRequestError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance, getChainId, getTransactionCount } from 'viem/actions'
import { loadEnv } from 'vite'
import { verificationInput } from '../contracts/compile.ts'
import { CREATE2_FACTORY, deploy, gasToDeploy, isDeployed, type Part, partsToDeploy } from '../devchain/deploy.ts'
import { affordableFees, createTransactionSender, type Limits } from '../devchain/transactionSender.ts'
import { type Network, networks, publicNetworks } from '../web/chains.ts'
import { readConfig } from '../web/config.ts'
import { deployerKey } from './lib/deployerKey.ts'
import { nodeHost, withoutKey } from './lib/nodeAddress.ts'

/** The fee limit is fixed before the first transaction, and minutes pass until the last: base fees rise by an eighth a block. */
const FEE_HEADROOM = 2n
const PENDING_POLL_MS = 2_000
const MAX_REASON_LENGTH = 300
const NOTHING_SENT = 'Nothing was sent.'

const networkByName: Record<string, Network> = networks
const root = fileURLToPath(new URL('..', import.meta.url))
let rpcUrl = ''
let hasSigned = false

main().catch((error: Error) => {
  console.error(`\n${withoutKey(sentenceFor(error), rpcUrl)}`)
  process.exitCode = 1
})

async function main() {
  const [name = ''] = process.argv.slice(2)
  const network = publicNetworks.find(({ id }) => id === networkByName[name]?.id)
  if (!network) throw new Error('Say where to: "npm run deploy -- sepolia".')
  const key = await deployerKey(process.env)
  ;[rpcUrl = ''] = readConfig(loadEnv('production', root, 'REACT_APP_')).nodeUrls

  const transport = http(rpcUrl, { retryCount: 0 })
  const client = createClient({ transport })
  const chainId = await getChainId(client)
  if (chainId !== network.id) {
    const host = nodeHost(rpcUrl)
    throw new Error(`The node ${host} is of chain ${chainId}, and ${network.name} is ${network.id}. ${NOTHING_SENT}`)
  }
  if (!(await isDeployed({ client }, CREATE2_FACTORY)))
    throw new Error(`The deterministic deployer ${CREATE2_FACTORY} is not on this chain. ${NOTHING_SENT}`)

  const account = key && privateKeyToAccount(key)
  if (account) await waitForEarlierRun(client, account)
  const limits = await showPlan(client)
  if (!account) {
    if (limits) console.log(`${NOTHING_SENT} To deploy, set DEPLOYER_KEY, or DEPLOYER_KEYSTORE to the file of an encrypted key.`)
    return
  }
  if (limits) {
    await requireBalance(client, account, limits)
    console.log(`Deploying from ${account.address}; each contract waits for ${network.confirmations} blocks …`)
  }
  const { confirmations } = network
  const options = { transport, account, confirmations, onSigned: showSigned, ...(limits && { limits }) }
  const sender = await createTransactionSender(options)
  if (sender.chainId !== network.id) throw new Error(`The node changed to chain ${sender.chainId}. ${NOTHING_SENT}`)
  record(await deploy(sender))
}

/** A transaction of an interrupted run that is not mined yet may be what is missing: sent again, it would be paid in vain. */
async function waitForEarlierRun(client: Client, { address }: LocalAccount) {
  const countAt = (blockTag: 'latest' | 'pending') => getTransactionCount(client, { address, blockTag })
  for (let isTold = false; (await countAt('pending')) > (await countAt('latest')); isTold = true) {
    if (!isTold) console.log(`A transaction of ${address} is not mined yet, perhaps one of an earlier run: waiting for it …`)
    await new Promise((resolve) => setTimeout(resolve, PENDING_POLL_MS))
  }
}

/**
 * Prints the missing contracts, their addresses and their cost. Returns the printed limits, above which nothing is signed, or
 * undefined if nothing is missing.
 */
async function showPlan(client: Client): Promise<Limits | undefined> {
  const missing: Part[] = []
  for (const part of await partsToDeploy()) {
    const isThere = await isDeployed({ client }, part.address)
    console.log(`${part.name.padEnd(8)}  ${part.address}  ${isThere ? 'is there already' : 'is missing'}`)
    if (!isThere) missing.push(part)
  }
  if (missing.length === 0) {
    console.log('Nothing to deploy.')
    return undefined
  }
  const fees = await affordableFees(client, { times: FEE_HEADROOM })
  const gas = await gasToDeploy(client, missing)
  const cost = gas * fees.maxFeePerGas
  console.log(`At most ${formatEther(cost)} ETH: ${gas} gas, at up to ${formatGwei(fees.maxFeePerGas)} gwei.`)
  return { fees, cost }
}

async function requireBalance(client: Client, { address }: LocalAccount, { cost }: Limits) {
  const balance = await getBalance(client, { address })
  if (balance >= cost) return
  throw new Error(`${address} has ${formatEther(balance)} ETH, and this may take ${formatEther(cost)}. ${NOTHING_SENT}`)
}

function showSigned(hash: string) {
  hasSigned = true
  console.log(`Sending ${hash} …`)
}

/** Of the node's errors its host and its own words alone: viem's messages hold its URL and the contract's whole bytecode. */
function sentenceFor(error: Error): string {
  const fault = [error, error.cause].find((cause) => cause instanceof BaseError || cause instanceof TypeError)
  const own = error === fault ? '' : error.message
  const ending = hasSigned ? 'Start it again: it goes on with what is missing.' : NOTHING_SENT
  return [own, fault ? nodeSentence(fault) : '', own.endsWith(NOTHING_SENT) ? '' : ending].filter((part) => part !== '').join(' ')
}

function nodeSentence(fault: BaseError | TypeError): string {
  const isRefusal = fault instanceof BaseError && fault.walk((cause) => cause instanceof RpcRequestError) !== null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a node could move the cursor of the terminal.
  const reason = (fault instanceof BaseError ? fault.details : fault.message).replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
  // Before it is cut: half a key would not be recognised.
  const shown = withoutKey(reason, rpcUrl).slice(0, MAX_REASON_LENGTH)
  const said = `${isRefusal ? 'refused' : 'gave no usable answer'}: ${shown}`
  return `The node ${nodeHost(rpcUrl)} ${said}.${isRefusal ? '' : ' REACT_APP_ALCHEMY_URL can name another one.'}`
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
