// EDR, the engine of Hardhat, as a chain in this very process.
import {
  CANCUN,
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
} from '@nomicfoundation/edr'
import { type Address, hexToBytes, toHex } from 'viem'
import { DEPLOYER } from './deploy.ts'
import { people } from './people.ts'

const GWEI = 10n ** 9n
const ETHER = 10n ** 18n
const GAS_LIMIT = 30_000_000n

// The deterministic deployer (see deploy.ts), which stands on public chains and must be put on this one.
const DEPLOYER_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

export type RpcRequest = { id?: unknown; method: string; params?: readonly unknown[] }
type RpcError = { code: number; message: string; data?: unknown }
type RpcAnswer = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: RpcError })

/** What block 0 follows from, and with it the identity of the chain. */
export type Genesis = { chainId: number; time: number; salt: Address }

/** Answers JSON-RPC. A failed request is an answer too; this never rejects. */
export type Engine = (request: RpcRequest) => Promise<RpcAnswer>

let context: Promise<EdrContext> | undefined

export async function createEngine({ chainId, time, salt }: Genesis): Promise<Engine> {
  // One for all chains of this process: EDR allows no second.
  context ??= createContext()
  const provider = await (await context).createProvider(
    L1_CHAIN_TYPE,
    {
      chainId: BigInt(chainId),
      networkId: BigInt(chainId),
      hardfork: CANCUN,
      genesisState: [
        ...l1GenesisState(l1HardforkFromString(CANCUN)),
        ...Object.values(people).map(({ address }) => ({ address: hexToBytes(address), balance: 10_000n * ETHER })),
        { address: hexToBytes(DEPLOYER), code: hexToBytes(DEPLOYER_CODE), nonce: 1n },
        { address: hexToBytes(salt), balance: 1n },
      ],
      ownedAccounts: Object.values(people).map((person) => toHex(person.getHdKey().privateKey ?? new Uint8Array())),
      mining: { autoMine: true, blockGasLimit: GAS_LIMIT, memPool: { order: MineOrdering.Priority } },
      network: { genesisBlockGasLimit: GAS_LIMIT, genesisBlockTime: BigInt(time) },
      defaultTransactionGasLimit: GAS_LIMIT,
      initialBaseFeePerGas: GWEI,
      minGasPrice: 0n,
      coinbase: new Uint8Array(20),
      // A call that reverts is an error; a transaction that reverts is mined and has a receipt, as on any chain.
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
    // EDR gives the result or the error alone.
    const answer = typeof data === 'string' ? JSON.parse(data) : data
    return { jsonrpc: '2.0', id, ...(answer.error ? { error: asOtherNodesSayIt(answer.error) } : { result: answer.result }) }
  }
}

async function createContext(): Promise<EdrContext> {
  const created = new EdrContext()
  await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
  return created
}

/** A revert as geth reports it, code 3 with the revert data, which is what clients decode. */
function asOtherNodesSayIt({ code, message, data }: RpcError): RpcError {
  const reverted = typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined
  return typeof reverted === 'string' ? { code: 3, message, data: reverted } : { code, message }
}
