import { ether, exactMoney } from '../../text/format.ts'
import { type CommandWords, called, NO_CHIP } from '../commandWords.ts'
import type { SendDollars, SendEther } from './send.ts'

const transfer: CommandWords<SendEther | SendDollars> = {
  title: (command, nameOf) => `Enviar ${amountSent(command)} a ${called(command.to, nameOf)}`,
  done: (command, _, nameOf) => `Enviaste ${amountSent(command)} a ${called(command.to, nameOf)}.`,
  onCard: NO_CHIP,
}

export const sendEther: CommandWords<SendEther> = transfer
export const sendDollars: CommandWords<SendDollars> = transfer

/** Dollars exactly; ether as it can be read. */
export function amountSent({ kind, amount }: SendEther | SendDollars): string {
  return kind === 'sendEther' ? ether(amount) : exactMoney(amount)
}
