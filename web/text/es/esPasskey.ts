/** The sentences around the passkey: on /login, after unlocking and in 'Ajustes'. */
export const esPasskey = {
  title: 'Huella o llave',
  hint: 'En este dispositivo',
  impossible: 'Este dispositivo no tiene huella ni llave que este navegador pueda usar aquí. Entras con tu PIN y tu contraseña.',
  enter: 'Entrar con huella o llave de este dispositivo',
  entering: 'Comprobando…',
  or: 'o',
  on: 'Listo: ya puedes entrar con tu huella o la llave de este dispositivo.',
  off: 'Listo: desde ahora entras solo con tu PIN y tu contraseña.',

  offer: {
    title: 'Entra más rápido',
    lead: 'Usa tu huella o la llave de este dispositivo',
    body: 'Quien pueda desbloquearlo podrá abrir la billetera.',
    prove: 'Para activarla, escribe tu PIN y tu contraseña. Siguen sirviendo siempre.',
    submit: 'Activar',
    busy: 'Activando…',
    later: 'Ahora no',
  },

  problem: {
    refused: 'No pudimos comprobar tu huella o llave. Inténtalo otra vez, o entra con tu PIN y tu contraseña.',
    void: 'Tu huella o llave ya no abre esta billetera. Entra con tu PIN y tu contraseña; en Ajustes puedes activarla de nuevo.',
    failed: 'Algo falló al comprobar tu huella o llave. Entra con tu PIN y tu contraseña.',
  },

  /** Why it was not set up. */
  notSet: {
    refused: 'No se activó: no pudimos comprobar tu huella o llave. Puedes intentarlo otra vez cuando quieras.',
    unsupported: 'No se activó: esta huella o llave no sirve para abrir tu billetera. Sigue entrando con tu PIN y tu contraseña.',
    'not-written': 'No se activó: tu navegador no dejó guardarla. Sigue entrando con tu PIN y tu contraseña.',
  },

  notRemoved: 'Tu navegador no dejó quitarla. Vuelve a intentarlo.',
} as const
