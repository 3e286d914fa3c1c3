// @ts-nocheck: it runs in a folder of its own, where the packages that it imports are installed.
//
// A small JSON-RPC node over the virtual machine of EthereumJS, which shares no code with EDR. It mines a block every few seconds, and
// writes each into a journal, from which the next process goes on; what waited for a block is forgotten, as by most nodes.
// node ethereumjs.js <port> <journal> <chain id> <ms between blocks> <genesis: address → { balance } or { code }>
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { createFeeMarket1559Tx, createTxFromRLP } from '@ethereumjs/tx'
import { Account, bytesToHex, createAddressFromString, createZeroAddress, hexToBytes } from '@ethereumjs/util'
import { buildBlock, createVM, runTx } from '@ethereumjs/vm'

const [port, journal, chainId, blockMs, genesisText] = process.argv.slice(2)
const GAS_LIMIT = 45_000_000n
const GWEI = 1_000_000_000n

const common = createCustomCommon({ chainId: Number(chainId) }, Mainnet, { hardfork: Hardfork.Cancun })
/** Each with its transactions and their receipts. */
const chain = []
const byHash = new Map()
/** Signed transactions that wait, by hash. */
const waiting = new Map()

// For BLOCKHASH.
const blockchain = {
  getBlock: async (number) => chain[Number(number)].block,
  putBlock: async () => {},
  shallowCopy: () => blockchain,
}
const vm = await createVM({ common, evmOpts: { blockchain } })
vm.evm = await createEVM({ common, blockchain, stateManager: vm.stateManager })

const hex = (value) => `0x${BigInt(value).toString(16)}`
const refuse = (message, data, code = -32000) =>
  Object.assign(new Error(message), { rpc: { code, message, ...(data && { data }) } })

async function begin() {
  for (const [text, { balance, code }] of Object.entries(JSON.parse(genesisText))) {
    const address = createAddressFromString(text)
    await vm.stateManager.putAccount(address, new Account(0n, BigInt(balance ?? 0)))
    if (code) await vm.stateManager.putCode(address, hexToBytes(code))
  }
  const header = {
    number: 0,
    gasLimit: GAS_LIMIT,
    timestamp: 1,
    baseFeePerGas: GWEI,
    stateRoot: await vm.stateManager.getStateRoot(),
  }
  keep(createBlock({ header, withdrawals: [] }, { common }), [], [])
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : []
  for (const line of lines.filter((text) => text !== '')) {
    const { timestamp, transactions, hash } = JSON.parse(line)
    const { block } = await mine(
      BigInt(timestamp),
      transactions.map((bytes) => createTxFromRLP(hexToBytes(bytes), { common })),
    )
    if (bytesToHex(block.hash()) !== hash) throw new Error(`Block ${block.header.number} came out differently.`)
  }
}

async function mine(timestamp, wanted) {
  const parentBlock = latest().block
  const { header: parent } = parentBlock
  const builder = await buildBlock(vm, {
    parentBlock,
    headerData: {
      timestamp,
      gasLimit: GAS_LIMIT,
      baseFeePerGas: parent.calcNextBaseFee(),
      parentBeaconBlockRoot: new Uint8Array(32),
    },
    withdrawals: [],
    blockOpts: { common, putBlockIntoBlockchain: false },
  })
  const [taken, results] = [[], []]
  for (const tx of wanted) {
    try {
      results.push(await builder.addTransaction(tx))
      taken.push(tx)
    } catch (error) {
      console.error(`Not in block ${parent.number + 1n}: ${error.message}`)
    }
  }
  const { block } = await builder.build()
  return keep(block, taken, results)
}

function keep(block, transactions, results) {
  const [hash, number] = [bytesToHex(block.hash()), hex(block.header.number)]
  let logIndex = 0
  let before = 0n
  const receipts = results.map(({ receipt, createdAddress, totalGasSpent, effectiveGasPrice }, index) => {
    const tx = transactions[index]
    const place = { blockHash: hash, blockNumber: number, transactionHash: bytesToHex(tx.hash()), transactionIndex: hex(index) }
    const logs = receipt.logs.map(([address, topics, data]) => ({
      ...place,
      address: bytesToHex(address),
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
      logIndex: hex(logIndex++),
      removed: false,
    }))
    before += totalGasSpent
    return {
      ...place,
      from: tx.getSenderAddress().toString(),
      to: tx.to?.toString() ?? null,
      contractAddress: createdAddress?.toString() ?? null,
      cumulativeGasUsed: hex(before),
      gasUsed: hex(totalGasSpent),
      effectiveGasPrice: hex(
        effectiveGasPrice ?? tx.getEffectivePriorityFee(block.header.baseFeePerGas) + block.header.baseFeePerGas,
      ),
      logs,
      logsBloom: bytesToHex(receipt.bitvector),
      status: hex(receipt.status),
      type: hex(tx.type),
    }
  })
  const entry = { block, transactions, receipts }
  chain.push(entry)
  for (const [index, tx] of transactions.entries()) {
    const id = bytesToHex(tx.hash())
    byHash.set(id, { tx, receipt: receipts[index] })
    waiting.delete(id)
  }
  return entry
}

const latest = () => chain.at(-1)

async function mineWaiting() {
  const { header } = latest().block
  const now = BigInt(Math.floor(Date.now() / 1000))
  const timestamp = now > header.timestamp ? now : header.timestamp + 1n
  for (const [id, tx] of waiting) if (tx.nonce < (await nonceOf(tx.getSenderAddress()))) waiting.delete(id)
  const wanted = [...waiting.values()].sort((a, b) => Number(a.nonce - b.nonce))
  const { block, transactions } = await mine(timestamp, wanted)
  const line = {
    timestamp: String(timestamp),
    transactions: transactions.map((tx) => bytesToHex(tx.serialize())),
    hash: bytesToHex(block.hash()),
  }
  appendFileSync(journal, `${JSON.stringify(line)}\n`)
}

function entryAt(tag = 'latest') {
  if (typeof tag === 'object')
    return tag.blockHash ? chain.find(({ block }) => bytesToHex(block.hash()) === tag.blockHash) : entryAt(tag.blockNumber)
  if (tag === 'earliest') return chain[0]
  if (tag === 'safe' || tag === 'finalized') return chain[Math.max(0, chain.length - 11)]
  return tag.startsWith('0x') ? chain[Number(tag)] : latest()
}

async function stateAt(tag) {
  const entry = entryAt(tag)
  if (!entry) throw refuse('header not found')
  const copy = await vm.shallowCopy()
  const { stateManager } = vm
  const state = stateManager.shallowCopy(false)
  await state.setStateRoot(entry.block.header.stateRoot)
  copy.stateManager = state
  copy.evm = await createEVM({ common, blockchain, stateManager: state })
  return { copy, state, block: entry.block }
}

const accountOf = async (state, text) => (await state.getAccount(createAddressFromString(text))) ?? new Account()
const nonceOf = async (address) => ((await vm.stateManager.getAccount(address)) ?? new Account()).nonce

async function call({ from, to, data, input, value = '0x0', gas }, tag) {
  const { copy, block } = await stateAt(tag)
  const { execResult } = await copy.evm.runCall({
    caller: from ? createAddressFromString(from) : createZeroAddress(),
    ...(to && { to: createAddressFromString(to) }),
    data: hexToBytes(input ?? data ?? '0x'),
    value: BigInt(value),
    gasLimit: BigInt(gas ?? GAS_LIMIT),
    block,
  })
  if (!execResult.exceptionError) return bytesToHex(execResult.returnValue)
  if (execResult.exceptionError.error !== 'revert') throw refuse(execResult.exceptionError.error)
  throw refuse('execution reverted', bytesToHex(execResult.returnValue), 3)
}

/** The least limit at which it succeeds, to within a 64th: a part of the gas is held back from calls within calls. */
async function estimate({ from, to, data, input, value = '0x0' }, tag = 'latest') {
  const run = async (gasLimit) => {
    const { copy, block } = await stateAt(tag)
    const fields = {
      chainId: BigInt(chainId),
      to,
      data: hexToBytes(input ?? data ?? '0x'),
      value: BigInt(value),
      gasLimit,
      maxFeePerGas: block.header.baseFeePerGas * 2n,
    }
    const tx = createFeeMarket1559Tx(fields, { common, freeze: false })
    tx.getSenderAddress = () => (from ? createAddressFromString(from) : createZeroAddress())
    return runTx(copy, {
      tx,
      block,
      skipNonce: true,
      skipBalance: true,
      skipBlockGasLimitValidation: true,
      skipHardForkValidation: true,
    })
  }
  const { totalGasSpent, gasRefund = 0n, execResult } = await run(GAS_LIMIT)
  if (execResult.exceptionError) throw refuse('execution reverted', bytesToHex(execResult.returnValue), 3)
  for (let limit = totalGasSpent + gasRefund; ; limit += limit / 64n + 1n) {
    const tried = await run(limit).catch(() => undefined)
    if (tried && !tried.execResult.exceptionError) return hex(limit)
  }
}

function shownBlock({ block, transactions } = {}) {
  if (!block) return null
  const { header } = block.toJSON()
  return {
    ...header,
    hash: bytesToHex(block.hash()),
    miner: header.coinbase,
    sha3Uncles: header.uncleHash,
    receiptsRoot: header.receiptTrie,
    transactionsRoot: header.transactionsTrie,
    size: hex(block.serialize().length),
    uncles: [],
    withdrawals: [],
    transactions: transactions.map((tx) => bytesToHex(tx.hash())),
  }
}

function shownTransaction(id) {
  const { tx, receipt } = byHash.get(id) ?? { tx: waiting.get(id) }
  if (!tx) return null
  const { blockHash = null, blockNumber = null, transactionIndex = null } = receipt ?? {}
  const { data, gasLimit, ...fields } = tx.toJSON()
  return {
    ...fields,
    hash: id,
    from: tx.getSenderAddress().toString(),
    input: data,
    gas: gasLimit,
    gasPrice: hex(tx.maxFeePerGas ?? tx.gasPrice),
    type: hex(tx.type),
    blockHash,
    blockNumber,
    transactionIndex,
  }
}

function logs({ fromBlock, toBlock, blockHash, address, topics = [] }) {
  const number = (tag) => Number(entryAt(tag)?.block.header.number ?? chain.length - 1)
  const blocks = blockHash ? [entryAt({ blockHash })] : chain.slice(number(fromBlock), number(toBlock) + 1)
  const addresses = address && [address].flat().map((text) => text.toLowerCase())
  return blocks
    .flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
    .filter((log) => !addresses || addresses.includes(log.address))
    .filter((log) => topics.every((wanted, at) => wanted === null || [wanted].flat().includes(log.topics[at])))
}

async function takeRaw(bytes) {
  const tx = createTxFromRLP(hexToBytes(bytes), { common })
  const id = bytesToHex(tx.hash())
  if (waiting.has(id)) throw refuse('already known')
  if (tx.nonce < (await nonceOf(tx.getSenderAddress()))) throw refuse('nonce too low')
  waiting.set(id, tx)
  return id
}

function feeHistory(count, newest) {
  const to = Number(entryAt(newest).block.header.number)
  const from = Math.max(0, to - Number(count) + 1)
  const headers = chain.slice(from, to + 1).map(({ block }) => block.header)
  const next = headers.at(-1).calcNextBaseFee()
  return {
    oldestBlock: hex(from),
    baseFeePerGas: [...headers.map(({ baseFeePerGas }) => hex(baseFeePerGas)), hex(next)],
    gasUsedRatio: headers.map(({ gasUsed }) => Number(gasUsed) / Number(GAS_LIMIT)),
    reward: headers.map(() => [hex(GWEI)]),
  }
}

const METHODS = {
  web3_clientVersion: () => 'EthereumJS',
  net_version: () => chainId,
  eth_chainId: () => hex(chainId),
  eth_blockNumber: () => hex(latest().block.header.number),
  eth_getBlockByNumber: (tag) => shownBlock(entryAt(tag)),
  eth_getBlockByHash: (blockHash) => shownBlock(entryAt({ blockHash })),
  eth_getBalance: async (text, tag) => hex((await accountOf((await stateAt(tag)).state, text)).balance),
  eth_getCode: async (text, tag) => bytesToHex(await (await stateAt(tag)).state.getCode(createAddressFromString(text))),
  eth_getTransactionCount: async (text, tag) => {
    const { nonce } = await accountOf((await stateAt(tag)).state, text)
    const own = [...waiting.values()].filter((tx) => tx.getSenderAddress().toString() === text.toLowerCase())
    return hex(tag === 'pending' ? own.reduce((count, tx) => (tx.nonce >= count ? tx.nonce + 1n : count), nonce) : nonce)
  },
  eth_call: (request, tag) => call(request, tag),
  eth_estimateGas: (request, tag) => estimate(request, tag),
  eth_gasPrice: () => hex(latest().block.header.calcNextBaseFee() + GWEI),
  eth_maxPriorityFeePerGas: () => hex(GWEI),
  eth_feeHistory: feeHistory,
  eth_sendRawTransaction: takeRaw,
  eth_getTransactionByHash: shownTransaction,
  eth_getTransactionReceipt: (id) => byHash.get(id)?.receipt ?? null,
  eth_getLogs: logs,
}

// One at a time: a block that is being made must not be read half done.
let last = Promise.resolve()
const inTurn = (work) => {
  last = last.then(work, work)
  return last
}

async function answer({ id, method, params = [] }) {
  try {
    const handler = METHODS[method]
    if (!handler) throw refuse(`the method ${method} does not exist`, undefined, -32601)
    return { jsonrpc: '2.0', id, result: await inTurn(() => handler(...params)) }
  } catch (error) {
    if (!error.rpc) console.error(method, error)
    return { jsonrpc: '2.0', id, error: error.rpc ?? { code: -32603, message: String(error.message) } }
  }
}

await begin()
const loop = async () => {
  await inTurn(mineWaiting).catch((error) => console.error('mining', error))
  setTimeout(loop, Number(blockMs))
}
await loop()
createServer(async (request, response) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  const asked = JSON.parse(text)
  const said = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(said))
}).listen(Number(port), '127.0.0.1')
