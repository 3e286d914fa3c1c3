import { readFileSync } from 'node:fs'
import {
  type Account,
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  type PublicClient,
  zeroHash,
} from 'viem'

export type Deployment = { chainId: number; dollar: Address }

type DeployOptions = { rpcUrl: string; account: Account }

// A contract that stands at this address on nearly every chain, anvil included, and deploys what it is sent. What it
// deploys gets an address that follows from its bytes: to deploy again is to find it there.
const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Puts our contracts on a chain, or finds them there. */
export async function deploy({ rpcUrl, account }: DeployOptions): Promise<Deployment> {
  // The node must not fill in a transaction: what is signed is what is written here.
  const transport = http(rpcUrl, { methods: { exclude: ['eth_fillTransaction'] } })
  const client = createPublicClient({ transport })
  const wallet = createWalletClient({ transport, account })

  const deployOne = async (name: string): Promise<Address> => {
    const bytecode = creationCode(name)
    const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: zeroHash, bytecode })
    if (await client.getCode({ address })) return address

    const hash = await wallet.sendTransaction({ chain: null, to: DEPLOYER, data: concat([zeroHash, bytecode]) })
    await waitUntilMined(client, hash)
    if (!(await client.getCode({ address }))) throw new Error(`${name} is not at ${address} after transaction ${hash}.`)
    return address
  }

  return {
    chainId: await client.getChainId(),
    dollar: await deployOne('TestDollar'),
  }
}

function creationCode(name: string): Hex {
  const file = new URL(`../contracts/out/${name}.sol/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).bytecode.object
}

// By hash, again and again: viem's own wait sometimes misses a block that comes at once.
async function waitUntilMined(client: PublicClient, hash: Hash): Promise<void> {
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt?.status === 'success') return
    if (receipt) throw new Error(`Transaction ${hash} was reverted.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
