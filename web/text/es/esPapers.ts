import { networkOf } from '../../chains.ts'

/** The sentences of a loan's papers: contract, details and calendar file. */
export const esPapers = {
  number: (id: bigint) => `Préstamo n.º ${id}`,
  network: (chainId: number) => networkOf(chainId)?.fullName ?? `Red ${chainId}`,
  lender: 'Quien presta',
  borrower: 'Quien recibe',
  you: '(tú)',
  /** A name of one's own, on screen alone. */
  named: (name: string) => `(${name})`,
  note: 'Nota',

  contract: {
    back: 'Volver',
    print: 'Imprimir o guardar PDF',
    title: 'Contrato de préstamo entre pares',
    printed: (moment: string) => `Impreso el ${moment}`,
    parties: 'Las partes',
    agreed: 'Lo acordado',
    delivered: (amount: string, day: string) => `Quien presta entregó ${amount} el ${day}.`,
    returns: (total: string, moment: string) => `Quien recibe devolverá ${total} a más tardar el ${moment}.`,
    returned: (total: string, moment: string) =>
      `Quien recibe debía devolver ${total} a más tardar el ${moment}, y ya lo devolvió.`,
    forgiven: (total: string, moment: string) =>
      `Quien recibe debía devolver ${total} a más tardar el ${moment}, y quien presta perdonó lo que faltaba.`,
    interest: (rate: string, term: string, amount: string) =>
      `El interés es simple y fijo: ${rate} anual por ${term}, es decir ${amount}.`,
    instalments: (count: number) => `Se paga en ${count} cuotas iguales, según el plan de abajo.`,
    extended: (moment: string) =>
      `Al principio vencía el ${moment}; quien presta dio más tiempo después, sin cambiar el interés.`,
    forgivenAmount: (amount: string) => `Quien presta perdonó ${amount}: ya no se deben.`,
    plan: 'Plan de pagos',
    number: 'Cuota',
    due: 'Vence',
    amount: 'Monto',
    state: 'Estado',
    states: { paid: 'Pagada', late: 'Vencida', next: 'Por pagar', later: 'Por pagar', forgiven: 'Perdonada' },
    missing: (state: string, amount: string) => `${state}, faltan ${amount}`,
    earlyOrLate: 'Pagar antes no lo cambia y pagar tarde no suma nada, pero el atraso queda registrado.',
    recordedAt: 'Dónde consta',
    fixed:
      'Nadie puede cambiar estos términos; quien presta solo puede dar más tiempo o perdonar lo que falta. Están en el contrato de la red y cualquiera puede comprobarlos.',
    address: 'Contrato',
    offered: 'Se publicó en',
    accepted: 'Se acordó en',
    explorer: 'Ver en el explorador',
  },

  details: {
    title: 'Detalles del préstamo',
    lender: 'Te prestó',
    address: 'Dirección de quien presta',
    received: 'Recibiste',
    receivedAt: 'Fecha',
    interest: 'Interés fijo',
    returns: 'Devuelves en total',
    due: 'A más tardar',
    paid: 'Pagado',
    owed: 'Te falta por pagar',
    forgiven: 'Te perdonaron',
    firstDue: 'Al principio vencía',
    plan: 'Plan de pagos',
    partly: 'Puedes pagar por partes y antes de la fecha; el total no cambia.',
    calendar: 'Añadir a mi calendario (.ics)',
  },

  payments: {
    title: 'Pagos',
    titleWithChanges: 'Pagos y cambios',
    none: 'Todavía no hay pagos.',
    searching: 'Buscando los pagos en la red…',
    searched: (percent: number) => `Buscando los pagos en la red… ${percent} %`,
    failed: 'La red no dio los pagos. Lo pagado hasta ahora es lo que dice el contrato.',
    differs: (found: string, paid: string) =>
      `Los pagos que encontramos suman ${found} y el contrato dice ${paid}. Puede que la red no los dé todos.`,
    again: 'Buscar otra vez',
    mine: 'Tu pago',
    ofBorrower: 'Pago de quien recibe',
    ofAnother: 'Pago de otra persona',
    ofLender: 'Anotado por quien prestó',
    received: (day: string) => `Anotado por quien prestó: lo recibió el ${day}`,
    extended: (day: string) => `Más tiempo, hasta el ${day}`,
    forgiven: 'Perdonado por quien prestó',
    changesMissing:
      'La red no dio todos los cambios de fecha o el perdón de este préstamo. La fecha y lo que falta son lo que dice el contrato.',
  },

  calendar: {
    summary: (id: bigint, total: string) => `Vence tu préstamo n.º ${id} (${total})`,
    description: (owed: string, lender: string) =>
      `Al guardar esta fecha faltaban ${owed} por devolver a ${lender}. Puedes pagar por partes y antes de la fecha; el total no cambia.`,
    instalment: (number: number, all: number, id: bigint, amount: string) =>
      `Vence la cuota ${number} de ${all} de tu préstamo n.º ${id} (${amount})`,
    instalmentDescription: (missing: string, owed: string, lender: string) =>
      `Al guardar esta fecha faltaban ${missing} de esta cuota, y ${owed} en total, por devolver a ${lender}. Puedes pagar por partes y antes de la fecha; el total no cambia.`,
    file: (id: bigint) => `prestamo-${id}.ics`,
  },
} as const
