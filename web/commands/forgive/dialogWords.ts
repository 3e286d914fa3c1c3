/** The dialog. */
export const words = {
  title: '¿Perdonar lo que falta?',
  borrower: (principal: string) => `Préstamo de ${principal}`,
  amount: 'Ya no te deberá',
  kept: (paid: string) => `Los ${paid} que ya pagó se quedan contigo.`,
  nothingPaid: 'Todavía no pagó nada de este préstamo.',
  closes: 'El préstamo se cierra como «Perdonado» y quien te debía lo verá así.',
  final: 'Es para siempre. No se puede deshacer.',
  already: 'Este préstamo ya está pagado. No hay nada que perdonar.',
  forgiven: 'Ya perdonaste lo que faltaba. No hay nada más que perdonar.',
  submit: (amount: string) => `Perdonar ${amount}`,
  leave: 'Conservar la deuda',
} as const
