/** The dialog. */
export const words = {
  title: 'Solicitar préstamo',
  toMe: 'Te presta a ti',
  toAnyone: 'Presta a cualquiera',
  receive: 'Recibes',
  giveBack: 'Devuelves',
  by: 'A más tardar',
  plan: 'Si aceptas ahora, pagas así. Las fechas cuentan desde que aceptas.',
  interest: 'Interés fijo',
  rules:
    'Puedes pagar por partes y antes de la fecha; el total no cambia. Si te atrasas no se suma nada, pero queda en tu historial.',
  anyone: 'Otra persona puede aceptarla antes que tú. Entonces no recibes ni debes nada.',
  onlyYou: 'Es solo para ti, pero quien la hizo puede cancelarla antes. Entonces no recibes ni debes nada.',
  submit: 'Aceptar préstamo',
  leave: 'Ahora no',
} as const
