import type { Address } from 'viem'
import { endsOf, lookAlikeOf } from '../loans/transfer.ts'

type Circles = {
  /** Those I had a loan with, and those I sent something to, each in the order in which they are listed. */
  dealtWith: readonly Address[]
  sentTo: readonly Address[]
  contacts: readonly Address[]
  /** My own address and the contract's, which are looked like too. */
  ours: readonly Address[]
  /** Who offered me something or asked me for it: that costs a stranger nothing. */
  met: readonly Address[]
}

export type Acquaintances = {
  /** Whom I sent something to or had a loan with, each once. */
  people: readonly Address[]
  hasSentTo: (person: string) => boolean
  /** Whether I chose them, or had a loan with them. Nobody becomes known by what they send me, offer me or ask of me. */
  isKnown: (person: string) => boolean
  /**
   * The known address that this one could be taken for. Whoever is known is compared with those who are known alone: a stranger
   * could make an address that looks like a friend's, and have the friend's warned about.
   */
  lookAlikeOf: (person: string) => Address | undefined
}

/** The one list of people I know. Remembers the last one: while nobody is added, it is the same object. */
export function createAcquaintances(): (circles: Circles) => Acquaintances {
  let last: { key: string; found: Acquaintances } | undefined
  return (circles) => {
    const { dealtWith, sentTo, contacts, ours, met } = circles
    const key = [dealtWith, sentTo, contacts, ours, met].map((circle) => circle.join()).join(';')
    if (last?.key !== key) last = { key, found: acquaintancesOf(circles) }
    return last.found
  }
}

function acquaintancesOf({ dealtWith, sentTo, contacts, ours, met }: Circles): Acquaintances {
  const people = byKey([...dealtWith, ...sentTo])
  const sent = byKey(sentTo)
  const chosen = byKey([...people.values(), ...contacts, ...ours])
  const known = byEnds(chosen.values())
  const all = byEnds([...chosen.values(), ...met])
  const isKnown = (person: string) => chosen.has(person.toLowerCase())
  return {
    people: [...people.values()],
    hasSentTo: (person) => sent.has(person.toLowerCase()),
    isKnown,
    lookAlikeOf: (person) => lookAlikeOf(person, (isKnown(person) ? known : all).get(endsOf(person)) ?? []),
  }
}

/** Each once, by address in lower case. */
function byKey(addresses: readonly Address[]): Map<string, Address> {
  return new Map(addresses.map((address) => [address.toLowerCase(), address]))
}

function byEnds(addresses: Iterable<Address>): Map<string, Address[]> {
  const found = new Map<string, Address[]>()
  for (const address of addresses) found.set(endsOf(address), [...(found.get(endsOf(address)) ?? []), address])
  return found
}
