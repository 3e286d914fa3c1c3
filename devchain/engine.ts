// EDR, Hardhat's Ethereum simulator, as an in-process chain.
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  l1SolidityTestRunnerFactory,
  MineOrdering,
} from '@nomicfoundation/edr'
import { type Address, hexToBytes, parseEther, parseGwei, toHex } from 'viem'
import { CREATE2_FACTORY } from './deploy.ts'
import { people } from './people.ts'

/** Sepolia's limit. Deploying the book takes more than 30 million. */
export const BLOCK_GAS_LIMIT = 60_000_000n

/** The rules of a chain, by EDR's names. */
export type Hardfork = 'Cancun' | 'Osaka' | 'Amsterdam'

/** Sepolia's rules since 2026-10-06. */
export const CURRENT_HARDFORK: Hardfork = 'Amsterdam'

/** Chains of builds that did not record their rules. */
const UNRECORDED = { hardfork: 'Cancun', gasLimit: 30_000_000n } as const

// Public chains have the CREATE2 factory already; here it is part of the genesis state.
export const CREATE2_FACTORY_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

export type RpcRequest = { id?: unknown; method: string; params?: readonly unknown[] }
type RpcError = { code: number; message: string; data?: unknown }
type RpcAnswer = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: RpcError })

/** Determines block 0, and so the identity of the chain. `salt` makes its hash unique: an address that gets 1 wei. */
export type Genesis = { chainId: number; time: number; salt: Address; hardfork?: Hardfork }

/** Handles a JSON-RPC request. Never rejects: a failure is a response with `error`. */
export type Engine = (request: RpcRequest) => Promise<RpcAnswer>

let context: Promise<EdrContext> | undefined

/** EDR's context, for chains and for Solidity tests. EDR allows one per process. */
export function edrContext(): Promise<EdrContext> {
  context ??= createContext()
  return context
}

export async function createEngine({ chainId, time, salt, hardfork = UNRECORDED.hardfork }: Genesis): Promise<Engine> {
  const gasLimit = hardfork === UNRECORDED.hardfork ? UNRECORDED.gasLimit : BLOCK_GAS_LIMIT
  const provider = await (await edrContext()).createProvider(
    L1_CHAIN_TYPE,
    {
      chainId: BigInt(chainId),
      networkId: BigInt(chainId),
      hardfork,
      genesisState: [
        ...l1GenesisState(l1HardforkFromString(hardfork)),
        ...Object.values(people).map(({ address }) => ({ address: hexToBytes(address), balance: parseEther('10000') })),
        { address: hexToBytes(CREATE2_FACTORY), code: hexToBytes(CREATE2_FACTORY_CODE), nonce: 1n },
        { address: hexToBytes(salt), balance: 1n },
      ],
      ownedAccounts: Object.values(people).map((person) => toHex(person.getHdKey().privateKey ?? new Uint8Array())),
      mining: { autoMine: true, blockGasLimit: gasLimit, memPool: { order: MineOrdering.Priority } },
      network: { genesisBlockGasLimit: gasLimit, genesisBlockTime: BigInt(time) },
      defaultTransactionGasLimit: gasLimit,
      // Under Amsterdam, gas for new state may exceed the cap of EIP-7825, which the engine applies to all gas.
      transactionGasCap: false,
      initialBaseFeePerGas: parseGwei('1'),
      minGasPrice: 0n,
      coinbase: new Uint8Array(20),
      // As on any chain, an eth_call that reverts is an error, and a transaction that reverts is mined with a receipt.
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: false,
      precompileOverrides: [],
      observability: {},
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )

  return async ({ id = null, method, params = [] }) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { data } = await provider.handleRequest(request)
    // EDR's response lacks the JSON-RPC envelope.
    const answer = typeof data === 'string' ? JSON.parse(data) : data
    return { jsonrpc: '2.0', id, ...(answer.error ? { error: gethError(answer.error) } : { result: answer.result }) }
  }
}

async function createContext(): Promise<EdrContext> {
  const created = new EdrContext()
  await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
  await created.registerSolidityTestRunnerFactory(L1_CHAIN_TYPE, l1SolidityTestRunnerFactory())
  return created
}

/** Rewrites a revert to geth's format, code 3 with the revert data, which is what clients decode. */
function gethError({ code, message, data }: RpcError): RpcError {
  const reverted = typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined
  return typeof reverted === 'string' ? { code: 3, message, data: reverted } : { code, message }
}
