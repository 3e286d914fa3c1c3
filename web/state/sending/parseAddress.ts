/** For the screens, which don't talk to the chain themselves. */
export { parseAddress } from '../../chain/parseAddress.ts'
