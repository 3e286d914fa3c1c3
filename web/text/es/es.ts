import { PIN_LENGTH } from '../../pinLength.ts'

const RESTORE_IT = 'Para volver a entrar, restáurala con tu frase semilla.'

/**
 * The sentences of /login and of what every screen shares. Those of the other screens are in es*.ts files of their own, to
 * keep them out of /login's bundle. The specification's texts are literal in all of them.
 */
export const es = {
  product: 'EntrePares',
  close: 'Cerrar',
  back: 'Volver',
  retry: 'Reintentar',
  optional: '(opcional)',
  step: (step: number, of: number) => `Paso ${step} de ${of}`,

  credentials: {
    pin: 'PIN',
    digit: (position: number, of: number) => `Dígito ${position} de ${of}`,
    pinTooShort: (length: number) => `El PIN debe tener ${length} dígitos.`,
    digitsMissing: (missing: number) => (missing === 1 ? 'Falta 1 dígito.' : `Faltan ${missing} dígitos.`),
    password: 'Contraseña',
    passwordMissing: 'Ingresa tu contraseña.',
    showPin: 'Mostrar PIN',
    hidePin: 'Ocultar PIN',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
    invalid: 'Credenciales inválidas.',
    pinComplete: 'El PIN ya está completo: esto es la contraseña.',
    goodPassword: 'Usa cuatro palabras al azar, por ejemplo: tortuga, enero, violín, lámpara.',
    wait: (seconds: number) => `Espera ${waitingTime(seconds)} antes de volver a intentarlo.`,
    damaged: 'La billetera de este dispositivo está dañada. Restáurala con tu frase semilla.',
    unsupported: 'Esta billetera es de una versión más nueva de EntrePares. Vuelve a cargar la página.',
    gone: 'Ya no hay una billetera guardada en este dispositivo.',
    failed: {
      script: 'No se pudo cargar una parte de esta página. Comprueba tu conexión y vuelve a cargarla.',
      memory: 'A este dispositivo no le alcanza la memoria. Cierra otras pestañas o aplicaciones y vuelve a intentarlo.',
      unknown: 'Algo falló en esta página y no se pudo comprobar tu PIN ni tu contraseña. Vuelve a cargarla.',
    },
  },

  login: {
    title: 'Acceso seguro',
    subtitle: (length = PIN_LENGTH) => `Ingresa tu PIN de ${length} dígitos y tu contraseña para continuar.`,
    product: 'EntrePares es una billetera para prestar dinero entre personas, con dólares de prueba.',
    /** Nothing is kept on this device: PIN and password are being chosen. */
    first: {
      title: 'Paso 1 de 3 · Elige un PIN y una contraseña',
      lines: ['Protegerán tu billetera en este dispositivo.', 'Buena contraseña: cuatro palabras al azar.'],
    },
    here: {
      title: 'Tu billetera está en este dispositivo',
      lines: ['La abren tu PIN y tu contraseña, que no salen de aquí.'],
    },
    submit: 'Acceder',
    busy: 'Verificando...',
    noAccount: '¿No tienes cuenta?',
    noAccountTip: '(Demo) Usuario nuevo se configurará luego',
    forgotten: '¿Olvidaste tu contraseña?',
    recovery: 'Recuperación pendiente (demo).',
    phraseCopied: 'Copiaste tu frase semilla y puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.',
    clearClipboard: 'Borrarla',
    phraseCleared: 'Ya la borré',
    restore: 'Restaurar con frase semilla',
    haveWallet: 'Ya tengo una billetera',
    shared: 'Te compartieron un préstamo. Entra, o crea tu billetera, y lo verás.',
    signed: 'Te enviaron un enlace. Entra, o crea tu billetera, y verás qué es.',
    /** Loss on an earlier page, or why it locked. */
    ending: {
      idle: 'Se bloqueó por inactividad.',
      visitWalletIdle: `Tu billetera de esta visita se cerró por inactividad. ${RESTORE_IT}`,
      visitWalletElsewhere: `Tu billetera de esta visita se cerró al bloquear en otra pestaña. ${RESTORE_IT}`,
      visitWallet: `Tu billetera de esta visita se cerró al recargar la página o salir de ella. ${RESTORE_IT}`,
      newPhrase: 'No terminaste de confirmar tu frase semilla: las palabras que anotaste ya no sirven.',
      importedPhrase: 'No terminaste de restaurar tu billetera. Tu frase semilla sigue siendo válida.',
    },
  },

  outdated: {
    title: 'Recarga cuando termines',
    notice: 'Hay una versión nueva de EntrePares. Esta página es de la anterior: recárgala cuando hayas terminado.',
    restore: 'Antes, comprueba que tienes anotada tu frase semilla: con ella restauras tu billetera.',
    words: 'Ver mis palabras',
    reload: 'Recargar',
  },

  late: { page: 'La página tarda en cargar.', reload: 'Si no avanza, recárgala.' },
  broken: {
    title: 'Algo salió mal',
    body: 'Esta página no pudo mostrarse. Tu dinero y lo que guardaste en este dispositivo siguen donde estaban.',
    reload: 'Volver a cargar',
    back: 'Ir al acceso',
    section: 'Esta parte de la página no pudo mostrarse. Lo demás sigue funcionando.',
  },
} as const

/** '30 segundos', '2 minutos'. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
