import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { Faucet } from './faucet.ts'

export const faucet: CommandWords<Faucet> = {
  title: () => 'Pedir dólares de prueba',
  done: () => 'Recibiste dólares de prueba.',
  onCard: NO_CHIP,
}

/** The buttons that lead to it, and the dialog. */
export const words = {
  open: 'Obtener fondos de prueba',
  busy: 'Pidiendo fondos…',
  ether: (amount: string) => `Recibiste ${amount} de prueba.`,
  dollarsComing: 'Los dólares vienen en camino.',
  title: 'Obtener fondos de prueba',
  body: 'Recibes dólares de prueba, que no valen nada fuera de aquí. Se pueden pedir una vez por hora.',
  etherElsewhere: 'El ETH para las comisiones se pide, también gratis, en páginas públicas:',
  submit: 'Pedir dólares',
  leave: 'Ahora no',
} as const
