/** Names somebody: by my own name for them, where I gave one. */
export type Naming = (person: string) => string

/** The words of one kind of command outside of its dialog. Methods, as in Rules. */
export type CommandWords<C> = {
  /** The title of its row or notice while it is pending. */
  title(command: C, nameOf: Naming): string
  /** The notice once it is confirmed. `paid`: the dollars that the contract moved, where it says so. */
  done(command: C, paid: bigint | undefined, nameOf: Naming): string
  /** The chip on the card of a taken loan while it is pending; undefined: none. */
  onCard(command: C): string | undefined
}

/** Of a command that is not on a taken loan. */
export const NO_CHIP = () => undefined
