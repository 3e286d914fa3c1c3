/** The dialog. */
export const words = {
  title: 'Solicitar préstamo',
  receive: 'Recibes',
  giveBack: 'Devuelves',
  by: 'A más tardar',
  plan: 'Si aceptas ahora, pagas así. Las fechas cuentan desde que aceptas.',
  interest: 'Interés fijo',
  early: 'Pagar antes no baja el interés.',
  late: 'Si te atrasas no se suma nada, pero queda en tu historial.',
  rules: 'Puedes pagar por partes y antes de la fecha; el total no cambia.',
  anyone: 'Otra persona puede aceptarla antes que tú. Entonces no recibes ni debes nada.',
  onlyYou: 'Es solo para ti, pero quien la hizo puede cancelarla antes. Entonces no recibes ni debes nada.',
  submit: 'Aceptar préstamo',
  leave: 'Ahora no',
} as const
