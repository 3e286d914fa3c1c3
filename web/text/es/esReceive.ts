export const esReceive = {
  title: 'Recibir',
  code: 'Código QR de tu dirección',
  only: (network: string) => `Solo ETH o dólares de prueba de la ${network}.`,
  copy: 'Copiar dirección',
  copied: 'Dirección copiada',
  share: 'Compartir',
} as const
