import { mnemonicToSeedSync } from '@scure/bip39'
import { HDKey, hdKeyToAccount } from 'viem/accounts'

/** The default mnemonic of Hardhat and Foundry, known to everyone. Its accounts are funded on the embedded chain. */
export const TEST_PHRASE = 'test test test test test test test test test test test junk'

// Stretched once: it takes most of the time of an account, and every process of the tests begins with five.
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(TEST_PHRASE))
const person = (addressIndex: number) => hdKeyToAccount(root, { addressIndex })

export const people = {
  deployer: person(0),
  ana: person(1),
  luis: person(2),
  eva: person(3),
  marta: person(4),
}
