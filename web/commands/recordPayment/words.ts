import { moneyOwed } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { RecordPayment } from './recordPayment.ts'

export const recordPayment: CommandWords<RecordPayment> = {
  title: ({ amount, loan }) => `Anotar un pago recibido de ${moneyOwed(amount)} del préstamo n.º ${loan.id}`,
  done: ({ amount, loan }, paid = amount) => `Anotaste un pago recibido de ${moneyOwed(paid)} del préstamo n.º ${loan.id}.`,
  onCard: ({ amount }) => `Anotación de ${moneyOwed(amount)} en camino`,
}

/** The dialog. */
export const words = {
  title: 'Anotar un pago recibido',
  payer: 'Te pagó fuera de aquí',
  owed: 'Te falta por recibir',
  which: '¿Cuánto recibiste?',
  amount: 'Monto',
  all: 'Todo lo que falta',
  pays: 'Se anota como',
  cut: (owed: string) => `Es más de lo que te deben: se anotarán solo ${owed}.`,
  help: 'Lo que ya tienes en la mano o en tu cuenta.',
  otherAmountHint: 'Lo que recibiste',
  left: 'Te quedarán debiendo',
  noDollars: 'No se mueve ningún dólar: es para dinero que recibiste en efectivo o por otro medio.',
  seen: 'Quien te debe lo verá como pagado, anotado por ti.',
  final: 'No se puede deshacer. Anótalo solo si ya lo recibiste.',
  already: 'Este préstamo ya está pagado. No hay nada que anotar.',
  forgiven: 'Ya perdonaste lo que faltaba. No hay nada que anotar.',
  submit: 'Anotar',
  submitAmount: (amount: string) => `Anotar ${amount}`,
  leave: 'Cancelar',
} as const
