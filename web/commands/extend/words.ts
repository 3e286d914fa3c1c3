import { date } from '../../text/format.ts'
import type { CommandWords } from '../commandWords.ts'
import type { Extend } from './extend.ts'

export const extend: CommandWords<Extend> = {
  title: ({ loan }) => `Dar más tiempo al préstamo n.º ${loan.id}`,
  done: ({ loan, extraTime }) => `Diste más tiempo: el préstamo n.º ${loan.id} vence ahora el ${date(loan.dueAt + extraTime)}.`,
  onCard: () => 'Más tiempo en camino',
}

/** The dialog. */
export const words = {
  title: 'Dar más tiempo',
  borrower: (owed: string) => `Te debe ${owed}`,
  question: '¿Cuánto más?',
  days: (days: number) => (days === 1 ? '1 día' : `${days} días`),
  other: 'Otro',
  otherDays: 'Días',
  mistake: (most: number) => `Escribe un número de días, de 1 a ${most}.`,
  today: 'Vence ahora',
  afterwards: 'Vencerá',
  plan: 'Así queda el plan',
  paid: 'Pagada',
  before: (day: string) => `antes ${day}`,
  sameTotal: (total: string) => `Solo cambia la fecha. El total sigue en ${total}: el interés no sube.`,
  sameTotalInParts: (total: string) => `Solo cambian las fechas. El total sigue en ${total}: el interés no sube.`,
  noLongerLate: 'Deja de estar vencido.',
  stillLate: 'Aun con esos días seguirá vencido.',
  seen: 'Quien te debe verá la fecha nueva. No se puede acortar después.',
  already: 'Este préstamo ya está pagado: no hace falta más tiempo.',
  forgiven: 'Ya perdonaste lo que faltaba: no hace falta más tiempo.',
  submit: 'Dar más tiempo',
  submitDays: (days: string) => `Dar ${days} más`,
  leave: 'Cancelar',
} as const
