import type { Outcome } from '../chain/outbox/outbox.ts'
import { money } from '../text/format.ts'
import { shortAddress } from '../text/shortHex.ts'
import type { AgreedLoan } from './rules.ts'

/** My own name for somebody, if I gave one. */
export type Naming = (person: string) => string | undefined

/** Somebody by my own name, else by the short address. */
export function called(person: string, nameOf: Naming): string {
  return nameOf(person) ?? shortAddress(person)
}

/** A loan by the other person's name, after this preposition; else by its amount, which says more than an address does. */
export function byName(
  preposition: 'a' | 'de',
  person: string,
  { principal }: Pick<AgreedLoan, 'principal'>,
  nameOf: Naming,
): string {
  const name = nameOf(person)
  return name ? `${preposition} ${name}` : `${preposition}l préstamo de ${money(principal)}`
}

type Paid = Extract<Outcome, { kind: 'confirmed' }>['paid']

/** The words of one kind of command outside of its dialog. Methods, as in Rules. */
export type CommandWords<C> = {
  /** The title of its row or notice while it is pending. */
  title(command: C, nameOf: Naming): string
  /** The notice once it is confirmed. `paid`: the dollars that the contract moved, where it says so. */
  done(command: C, paid: Paid, nameOf: Naming): string
  /** The chip on the card of a taken loan while it is pending; undefined: none. */
  onCard(command: C): string | undefined
}

/** For a command that is not about a taken loan. */
export const NO_CHIP = () => undefined
