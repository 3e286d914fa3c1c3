// Two people with a wallet each: whoever is not at the screen acts by transactions of their own.
import { mnemonicToAccount } from 'viem/accounts'

export const ANA = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
export const LUIS = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
export const ana = mnemonicToAccount(ANA)
export const luis = mnemonicToAccount(LUIS)
