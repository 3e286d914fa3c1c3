import { type CommandWords, NO_CHIP } from '../commandWords.ts'
import type { Annul } from './annul.ts'

export const annul: CommandWords<Annul> = {
  title: () => 'Anular una operación hecha fuera de aquí',
  done: () => 'Anulaste la operación hecha fuera de aquí. Ya puedes enviar otras.',
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
