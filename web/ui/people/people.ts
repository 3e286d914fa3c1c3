import { createContext, use } from 'react'
import { shortAddress } from '../../text/shortHex.ts'

type People = {
  /** My own name for somebody, if I gave one. */
  nameOf: (address: string) => string | undefined
  /** The address that somebody's could be taken for, of those I know. */
  lookAlikeOf: (address: string) => `0x${string}` | undefined
  /** Opens what is known of a person. */
  open: (address: `0x${string}`) => void
}

/** The one source of names and of warnings about look-alikes, for every place where a person is shown. */
export const PeopleContext = createContext<People>({
  nameOf: () => undefined,
  lookAlikeOf: () => undefined,
  open: () => {},
})

/** My own name for somebody, else the short address. Never for what is signed, printed or shared. */
export function useNameOf(): (address: string) => string {
  const { nameOf } = use(PeopleContext)
  return (address) => isolated(nameOf(address)) ?? shortAddress(address)
}

/** My own name for somebody, if I gave one. */
export function useSavedName(): (address: string) => string | undefined {
  const { nameOf } = use(PeopleContext)
  return (address) => isolated(nameOf(address))
}

/** The blocks that Unicode reserves for scripts written from right to left, Adlam and other rare ones included. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name that is written from right to left must not turn the sentence around it. */
export function isolated(name: string | undefined): string | undefined {
  return name && RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
