/** The dialog 'Enviar'. */
export const words = {
  title: 'Enviar',
  steps: { to: 'a quién', amount: 'cuánto', review: 'revisar' },
  next: 'Continuar',
  leave: 'Cancelar',

  to: 'Para',
  toMissing: 'Escribe la dirección de quien lo recibirá.',
  toMissingOrChosen: 'Escribe la dirección de quien lo recibirá, o elige a alguien de la lista.',
  known: 'Con quienes ya trataste',
  more: (count: number) => `Ver ${count} más`,
  sendTo: (person: string) => `Enviar a ${person}`,
  owesYou: (amount: string) => `Te debe ${amount}`,
  youOwe: (amount: string) => `Le debes ${amount}`,
  sentBefore: 'Ya le enviaste antes',
  settled: 'Nada pendiente entre ustedes',
  sentMe: (amount: string) => `Te envió ${amount}`,
  stranger: 'Sin préstamos entre ustedes',

  what: 'Qué envías',
  kinds: { sendDollars: 'Dólares', sendEther: 'ETH' },
  amount: 'Monto',
  most: 'Máximo',
  available: (amount: string) => `Disponible: ${amount}`,
  /** `reserve`: what 'Máximo' leaves. */
  availableEther: (amount: string, reserve: string) =>
    `Disponible: ${amount}. «Máximo» deja ${reserve} para la comisión de la red.`,
  above: (most: string) => `Es más de lo que tienes: puedes enviar hasta ${most}.`,
  aboveEther: (most: string) => `Con la comisión de la red puedes enviar hasta ${most}.`,
  noPayment: 'Es un envío, no un pago: no descuenta deudas.',
  noPaymentOwed: (owed: string) =>
    `Le debes ${owed}. Es un envío, no un pago: no descuenta deudas. Para pagar, usa «Pagar ahora» en tu deuda.`,

  compared: 'La comparé entera con quien me la dio',

  sends: 'Envías',
  exact: 'Monto exacto',
  left: 'Te quedan',
  leftEther: 'Te quedan, antes de la comisión',
  first: 'Primera vez que le envías a esta dirección. Compárala con la que te dieron. Un envío no vuelve.',
  /** In place of it, where not all of my transfers are read. */
  maybeFirst: {
    reading: 'Todavía leemos a quién enviaste antes. Compara esta dirección entera con la que te dieron. Un envío no vuelve.',
    failed:
      'La red no dio tus envíos anteriores: no sabemos si ya le enviaste, ni si esta dirección imita a otra. Compárala entera con la que te dieron. Un envío no vuelve.',
    part: 'La red solo dio tus envíos recientes: no sabemos si ya le enviaste, ni si esta dirección imita a otra. Compárala entera con la que te dieron. Un envío no vuelve.',
  },
  final: 'Un envío no vuelve.',
  contract: 'Es la dirección de un contrato, no la de una persona. Lo que le envíes puede quedarse ahí para siempre.',
  submit: (amount: string) => `Enviar ${amount}`,
} as const
