import { createContext, use } from 'react'
import { shortAddress } from '../text/shortHex.ts'

type People = {
  /** My own name for somebody, if I gave one. */
  nameOf: (address: string) => string | undefined
  /** Opens what is known of a person. */
  open: (address: `0x${string}`) => void
}

/** The one source of names, for every place where a person is shown. */
export const PeopleContext = createContext<People>({ nameOf: () => undefined, open: () => {} })

/** My own name for somebody, else the short address. Never for what is signed, printed or shared. */
export function useNameOf(): (address: string) => string {
  const { nameOf } = use(PeopleContext)
  return (address) => isolated(nameOf(address)) ?? shortAddress(address)
}

/** A name that is written from right to left must not turn the sentence around it. */
export function isolated(name: string | undefined): string | undefined {
  return name && /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}
