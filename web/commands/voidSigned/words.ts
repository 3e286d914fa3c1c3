import { money, moneyOwed } from '../../text/format.ts'
import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { VoidSigned } from './voidSigned.ts'

export const voidSigned: CommandWords<VoidSigned> = {
  title: ({ signed }) => `Anular ${what(signed)}`,
  // A payment can be voided after it was collected, without effect: the contract does not tell one from the other.
  done: ({ signed }) =>
    `Anulaste ${what(signed)}. Ese enlace ya no vale.${signed.kind === 'payment' ? ' Si lo cobraron justo antes, el pago queda hecho.' : ''}`,
  onCard: NO_CHIP,
}

function what(signed: VoidSigned['signed']): string {
  return signed.kind === 'request'
    ? `tu solicitud por enlace de ${money(signed.principal)}`
    : `tu pago firmado de ${moneyOwed(signed.amount)}`
}
