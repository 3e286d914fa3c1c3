import type { Dollars } from '../loans/units.ts'
import { esCommands } from './es/esCommands.ts'
import { money, moneyOwed } from './format.ts'

type Available = {
  /** Below the amount, while it is enough. */
  help: string
  /** In place of it, where it is not. Does not change with each digit: it is an alert. */
  error: string | undefined
  /** On the button, which is disabled then. */
  short: string | undefined
}

/** The line beside an amount of dollars that leave my wallet. Undefined: nothing is typed, or nothing is read yet. */
export function availableFor(amount: Dollars | undefined, available: Dollars | undefined): Available {
  const isShort = amount !== undefined && available !== undefined && amount > available
  return {
    help: esCommands.available(available === undefined ? esCommands.unknown : money(available)),
    error: isShort ? esCommands.notAvailable(money(available)) : undefined,
    short: isShort ? esCommands.short(moneyOwed(amount - available)) : undefined,
  }
}
