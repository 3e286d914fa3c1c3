import { mnemonicToAccount } from 'viem/accounts'

// The phrase that every development chain knows. Its accounts are funded on the embedded chain and worth nothing elsewhere.
const PHRASE = 'test test test test test test test test test test test junk'

const person = (addressIndex: number) => mnemonicToAccount(PHRASE, { addressIndex })

export const people = {
  deployer: person(0),
  ana: person(1),
  luis: person(2),
  eva: person(3),
  marta: person(4),
}
