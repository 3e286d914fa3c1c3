import { mnemonicToAccount } from 'viem/accounts'

/** The default mnemonic of Hardhat and Foundry, known to everyone. Its accounts are funded on the embedded chain. */
export const TEST_PHRASE = 'test test test test test test test test test test test junk'

const person = (addressIndex: number) => mnemonicToAccount(TEST_PHRASE, { addressIndex })

export const people = {
  deployer: person(0),
  ana: person(1),
  luis: person(2),
  eva: person(3),
  marta: person(4),
}
