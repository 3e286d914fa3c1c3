import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { Annul } from './annul.ts'

export const annul: CommandWords<Annul> = {
  title: () => 'Enviar una operación vacía',
  done: () => 'La operación vacía está hecha. Ya puedes seguir.',
  onCard: NO_CHIP,
}

/** The notice on the dashboard, and the dialog. */
export const words = {
  notice: 'Tu cuenta tiene una operación en camino que no salió de aquí, y mientras siga así no puedes enviar otra.',
  open: 'Anularla',
  title: '¿Anular la operación de fuera?',
  body: 'La hizo otra billetera o aplicación con tu misma frase semilla. Enviamos una operación vacía en su lugar; si la otra entra antes en un bloque, esta no hace nada.',
  submit: 'Anular la otra',
  leave: 'Esperar',
} as const

/** The same, where a transaction of this device waits behind a nonce that nobody used. */
export const gapWords = {
  open: 'Desatascar',
  title: '¿Desatascar la operación?',
  body: 'Delante de ella falta otra operación de tu cuenta, que la red no tiene. Enviamos una vacía en ese lugar, que no mueve dinero. Después la tuya se hará sola; si ya no la quieres, anúlala antes.',
  submit: 'Enviar la vacía',
  leave: 'Esperar',
} as const
