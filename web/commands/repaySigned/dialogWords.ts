/** The dialog. */
export const words = {
  title: 'Cobrar un pago firmado',
  payer: 'Te debe y firmó este pago',
  collect: 'Cobras',
  loan: 'Préstamo',
  number: (id: bigint) => `n.º ${id}`,
  left: 'Te quedará debiendo',
  until: 'Vale hasta',
  rules: (payer: string) =>
    `Nada se ha movido todavía: los dólares pasan de la billetera de ${payer} a la tuya cuando cobras, y tú pagas la comisión de la red. Si antes los gasta, no se podrá cobrar.`,
  rest: (signed: string, owed: string) => `Firmó ${signed}, pero ya solo debe ${owed}: cobras eso y nada más.`,
  already: 'Este préstamo ya está devuelto: no hace falta cobrar este pago.',
  forgiven: 'Perdonaste lo que faltaba de este préstamo: ya no se cobra.',
  poor: (payer: string) => `${payer} no tiene ahora esos dólares. No se ha cobrado nada: avísale y vuelve a intentarlo.`,
  submit: (amount: string) => `Cobrar ${amount}`,
  leave: 'Ahora no',
} as const
