import type { Address } from 'viem'
import { endsOf, lookAlikeOf } from '../loans/transfer.ts'

type Circles = {
  /** Those I had a loan with, and those I sent something to, each in the order in which they are listed. */
  dealtWith: readonly Address[]
  sentTo: readonly Address[]
  contacts: readonly Address[]
  /** My own address and the contract's, which are looked like too. */
  ours: readonly Address[]
  /** Whom I made an offer or a request to. */
  addressed: readonly Address[]
}

export type Acquaintances = {
  /** Whom I sent something to or had a loan with, each once. */
  people: readonly Address[]
  hasSentTo: (person: string) => boolean
  /** Whether I chose them, or had a loan with them. Nobody becomes known by what they send me, offer me or ask of me. */
  isKnown: (person: string) => boolean
  /**
   * The known address that this one could be taken for. Whom I chose is compared with those whom I chose alone: a stranger could
   * make an address that looks like a friend's, take my open offer with it, and have the friend's warned about.
   */
  lookAlikeOf: (person: string) => Address | undefined
}

/** The one list of people I know. Remembers the last one: while nobody is added, it is the same object. */
export function createAcquaintances(): (circles: Circles) => Acquaintances {
  let last: { key: string; found: Acquaintances } | undefined
  return (circles) => {
    const { dealtWith, sentTo, contacts, ours, addressed } = circles
    const key = [dealtWith, sentTo, contacts, ours, addressed].map((circle) => circle.join()).join(';')
    if (last?.key !== key) last = { key, found: acquaintancesOf(circles) }
    return last.found
  }
}

function acquaintancesOf({ dealtWith, sentTo, contacts, ours, addressed }: Circles): Acquaintances {
  const people = byKey([...dealtWith, ...sentTo])
  const sent = byKey(sentTo)
  // A loan alone is no choice of mine: anyone can take my open offer, or lend what I ask for.
  const chosen = byKey([...sentTo, ...contacts, ...addressed, ...ours])
  const known = new Map([...people, ...chosen])
  const [chosenByEnds, knownByEnds] = [byEnds(chosen.values()), byEnds(known.values())]
  const isKnown = (person: string) => known.has(person.toLowerCase())
  return {
    people: [...people.values()],
    hasSentTo: (person) => sent.has(person.toLowerCase()),
    isKnown,
    lookAlikeOf: (person) =>
      lookAlikeOf(person, (chosen.has(person.toLowerCase()) ? chosenByEnds : knownByEnds).get(endsOf(person)) ?? []),
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
