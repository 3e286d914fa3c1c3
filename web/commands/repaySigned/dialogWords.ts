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
  submit: (amount: string) => `Cobrar ${amount}`,
  leave: 'Ahora no',
} as const
