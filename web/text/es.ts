/** Every sentence that a person reads. The specification's texts stand here to the letter. */
export const es = {
  product: 'EntrePares',
  login: {
    title: 'Acceso seguro',
    subtitle: 'Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.',
  },
  seed: {
    title: 'Tu frase semilla',
    generating: 'Generando frase semilla…',
    saved: 'Confirmo que he guardado mi frase semilla en un lugar seguro',
    next: 'Continuar',
    connection: 'Prueba de conexión',
    connectionHelp: 'Comprueba que tu navegador llega a la red de pruebas.',
    latestBlock: 'Obtener último bloque',
    block: (number: bigint, hash: string) => `Bloque ${number} · ${hash}`,
    connectionFailed: 'No se pudo conectar a la red. Revisa tu REACT_APP_ALCHEMY_URL.',
  },
  confirm: {
    title: 'Confirmar frase semilla',
    back: 'Volver',
  },
  dashboard: {
    title: 'Marketplace de Préstamos',
  },
  broken: {
    title: 'Algo salió mal',
    body: 'Esta página no pudo mostrarse. Tu dinero y lo que guardaste en este dispositivo siguen donde estaban.',
    reload: 'Volver a cargar',
    back: 'Ir al acceso',
  },
} as const
