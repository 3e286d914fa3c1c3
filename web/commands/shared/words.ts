/** The fields of a payment, for whoever makes it or notes it. */
export const paymentWords = {
  due: (moment: string) => `Vence el ${moment}`,
  nextInstalment: 'Próxima cuota',
  lateInstalment: 'Cuota vencida',
  dueInstalment: (number: number, all: number, day: string) => `${number} de ${all} · vence el ${day}`,
  missedInstalment: (number: number, all: number, day: string) => `${number} de ${all} · venció el ${day}`,
  allLate: 'Todo lo vencido',
  lateInstalments: (count: number) => `${count} cuotas`,
  otherAmount: 'Otro monto',
  covers: (first: number, last: number, all: number, isPart: boolean) =>
    first === last
      ? `${isPart ? 'Parte de la cuota' : 'Cuota'} ${first} de ${all}`
      : `Cuotas ${first} a ${last} de ${all}${isPart ? `, la ${last} en parte` : ''}`,
} as const
