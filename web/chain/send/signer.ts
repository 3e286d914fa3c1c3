import type { Address, Hex, LocalAccount, TransactionSerializableEIP1559 } from 'viem'

/** Signs for one account, without exposing its key. */
export type Signer = {
  address: Address
  signTransaction: (transaction: TransactionSerializableEIP1559) => Promise<Hex>
  signTypedData: LocalAccount['signTypedData']
}
