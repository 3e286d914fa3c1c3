/**
 * The sentences of /login, /seed, /seed/confirm and of the wallet's own dialogs. Those of the dashboard are in esLoans.ts, to
 * keep them out of /login's bundle. The specification's texts are literal in both.
 */
export const es = {
  product: 'EntrePares',
  close: 'Cerrar',
  back: 'Volver',
  optional: '(opcional)',
  step: (step: number, of: number) => `Paso ${step} de ${of}`,

  credentials: {
    pin: 'PIN',
    digit: (position: number) => `Dígito ${position} de 6`,
    pinTooShort: 'El PIN debe tener 6 dígitos.',
    digitsMissing: (missing: number) => (missing === 1 ? 'Falta 1 dígito.' : `Faltan ${missing} dígitos.`),
    password: 'Contraseña',
    passwordMissing: 'Ingresa tu contraseña.',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
    invalid: 'Credenciales inválidas.',
    wait: (seconds: number) => `Espera ${waitingTime(seconds)} antes de volver a intentarlo.`,
    damaged: 'La billetera guardada en este dispositivo está dañada y no se puede abrir. Restáurala con tu frase semilla.',
    unsupported:
      'Esta billetera se guardó con una versión más nueva de EntrePares. Vuelve a cargar la página, o restáurala con tu frase semilla.',
    gone: 'Ya no hay una billetera guardada en este dispositivo.',
  },

  login: {
    title: 'Acceso seguro',
    subtitle: 'Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.',
    firstTime: 'Es tu primera vez en este dispositivo: el PIN y la contraseña que elijas ahora protegerán tu billetera aquí.',
    goodPassword: 'Una buena contraseña son cuatro palabras que no vayan juntas en ninguna frase conocida.',
    submit: 'Acceder',
    busy: 'Verificando...',
    noAccount: '¿No tienes cuenta?',
    noAccountTip: '(Demo) Usuario nuevo se configurará luego',
    forgotten: '¿Olvidaste tu contraseña?',
    recovery: 'Recuperación pendiente (demo).',
    restore: 'Restaurar con frase semilla',
  },

  seed: {
    title: 'Tu frase semilla',
    subtitle: 'Guárdala en este orden: con ella recuperas tu billetera en cualquier dispositivo.',
    generating: 'Generando frase semilla…',
    retry: 'Reintentar',
    count: (words: number) => `${words} palabras`,
    hidden: 'oculta',
    show: 'Mostrar palabras',
    hide: 'Ocultar palabras',
    copy: 'Copiar',
    copied: 'Copiado',
    clipboardCleared: 'Borramos la frase semilla del portapapeles.',
    clearClipboard: 'Tu frase semilla puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.',
    warning: {
      title: 'Quien tenga estas palabras tiene tu dinero.',
      rules: ['No hagas capturas de pantalla.', 'No la pegues en aplicaciones ni en el correo.', 'Escríbela a mano y guárdala.'],
    },
    saved: 'Confirmo que he guardado mi frase semilla en un lugar seguro',
    next: 'Continuar',
    connection: 'Prueba de conexión',
    connectionHelp: 'Comprueba que la red de prueba responde.',
    latestBlock: 'Obtener último bloque',
    block: 'Bloque',
    hash: 'Hash',
    connectionFailed: 'No se pudo conectar a la red. Revisa tu REACT_APP_ALCHEMY_URL.',
  },

  import: {
    title: 'Ya tengo una frase semilla',
    subtitle: 'Escribe las palabras en orden, separadas por espacios.',
    label: 'Frase semilla',
    submit: 'Restaurar billetera',
    invalid: 'La frase semilla no es válida.',
    problem: {
      empty: 'Escribe las palabras de tu frase.',
      length: (count: number) => `Tiene ${count === 1 ? '1 palabra' : `${count} palabras`}; deben ser 12, 15, 18, 21 o 24.`,
      checksum: 'Todas las palabras existen, pero alguna no es la tuya o no está en su lugar.',
      unknownWords: (words: readonly { position: number; word: string }[]) =>
        words.length === 1
          ? `No conocemos la palabra ${words.map(namedWord).join('')}.`
          : `No conocemos las palabras ${words.slice(0, -1).map(namedWord).join(', ')} y ${words.slice(-1).map(namedWord).join('')}.`,
    },
  },

  confirm: {
    title: 'Confirmar frase semilla',
    subtitle: 'Elige la palabra que va en cada lugar. Mira tu papel, no la pantalla anterior.',
    question: (position: number) => `Palabra #${position}`,
    another: 'Otra combinación',
    back: 'Volver',
    submit: 'Confirmar',
    sealing: 'Protegiendo tu billetera…',
    wrong: 'Alguna respuesta es incorrecta. Revisa y vuelve a intentar.',
    toDashboard: 'Ir al panel',
  },

  /** Why a wallet lasts for this visit only. */
  visitOnly: {
    full: 'No queda espacio en este dispositivo para guardar tu billetera, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    blocked:
      'Tu navegador no permite guardar datos de esta página, así que tu billetera dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    absent:
      'Este navegador no puede guardar tu billetera, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    unreliable:
      'La billetera no quedó bien guardada en este dispositivo, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
  },

  keep: {
    notice: 'Esta billetera es solo para esta visita. Guárdala para volver a entrar con tu PIN y tu contraseña.',
    open: 'Guardar en este dispositivo',
    title: 'Guardar en este dispositivo',
    body: 'Elige un PIN y una contraseña. Con ellos abrirás tu billetera aquí la próxima vez.',
    submit: 'Guardar',
    done: 'Tu billetera quedó guardada en este dispositivo.',
    exists: {
      title: '¿Reemplazar la billetera guardada?',
      body: 'En este dispositivo ya hay otra billetera guardada. Si la reemplazas, solo podrás recuperarla con su frase semilla.',
      replace: 'Reemplazar',
      leave: 'Seguir sin guardar',
    },
  },

  dashboard: {
    title: 'Panel',
    lock: 'Bloquear',
    menu: 'Más opciones',
  },

  showPhrase: {
    open: 'Ver frase semilla',
    title: 'Ver frase semilla',
    body: 'Comprueba que nadie más mira tu pantalla y vuelve a ingresar tu PIN y tu contraseña.',
    submit: 'Ver frase semilla',
    done: 'Listo',
  },

  forget: {
    open: 'Olvidar este dispositivo',
    title: '¿Olvidar este dispositivo?',
    body: 'Se borra la billetera guardada aquí. Tu dinero sigue en la red, pero solo podrás volver a él con tu frase semilla.',
    next: 'Sí, olvidar',
    sureTitle: '¿Tienes tu frase semilla a mano?',
    sureBody: 'Sin ella nadie puede devolverte el acceso, tampoco nosotros. No se puede deshacer.',
    submit: 'Olvidar este dispositivo',
    failed: 'Tu navegador no dejó borrar la billetera. Bórrala desde los ajustes del navegador, en los datos de este sitio.',
    cancel: 'Cancelar',
  },

  broken: {
    title: 'Algo salió mal',
    body: 'Esta página no pudo mostrarse. Tu dinero y lo que guardaste en este dispositivo siguen donde estaban.',
    reload: 'Volver a cargar',
    back: 'Ir al acceso',
  },
} as const

function namedWord({ position, word }: { position: number; word: string }): string {
  return `${position} («${word}»)`
}

/** '30 segundos', '2 minutos'. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
