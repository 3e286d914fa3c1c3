/** A file of its own: loan cards remind, and load before the papers. */
export const esReminder = {
  due: (id: bigint, owed: string, moment: string) =>
    `Hola. Te recuerdo el préstamo n.º ${id} de EntrePares: faltan ${owed} y vence el ${moment}. Puedes pagarlo por partes y antes de la fecha. Gracias.`,
  overdue: (id: bigint, owed: string, moment: string, days: number) =>
    `Hola. Te recuerdo el préstamo n.º ${id} de EntrePares: faltan ${owed} y venció el ${moment}, hace ${daysAgo(days)}. Puedes pagarlo por partes; el total no cambia. Si necesitas hablarlo, escríbeme. Gracias.`,
  instalmentDue: (number: number, all: number, id: bigint, owed: string, moment: string) =>
    `Hola. Te recuerdo la cuota ${number} de ${all} del préstamo n.º ${id} de EntrePares: faltan ${owed} y vence el ${moment}. Puedes pagarla por partes y antes de la fecha. Gracias.`,
  instalmentOverdue: (number: number, all: number, id: bigint, owed: string, moment: string, days: number) =>
    `Hola. Te recuerdo la cuota ${number} de ${all} del préstamo n.º ${id} de EntrePares: faltan ${owed} y venció el ${moment}, hace ${daysAgo(days)}. Puedes pagarla por partes; el total no cambia. Si necesitas hablarlo, escríbeme. Gracias.`,
  copied: 'Recordatorio copiado.',
  failed: 'No se pudo copiar el recordatorio. Permite el portapapeles en tu navegador e inténtalo de nuevo.',
} as const

function daysAgo(days: number): string {
  return days < 1 ? 'menos de un día' : days === 1 ? '1 día' : `${days} días`
}
