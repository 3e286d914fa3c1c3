/** Every sentence that a person reads. The specification's texts stand here to the letter. */
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
    address: 'Dirección pública',
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

  header: {
    section: 'Tu cuenta',
    balance: 'Saldo estimado (Sepolia demo)',
    dollars: 'Dólares de prueba:',
    network: (chainId: number | undefined) => (chainId === 31337 ? 'Red local' : chainId === 11155111 ? 'Sepolia' : undefined),
    offline: 'Sin conexión',
    stale: (seconds: number) =>
      `La red no responde. Ves los datos de hace ${waitingTime(Math.max(1, seconds))}; se actualizarán solos cuando vuelva.`,
    copy: 'Copiar dirección',
    share: 'Compartir dirección',
    addressCopied: 'Address copiada al portapapeles.',
    deposit: 'Depositar (demo)',
    withdraw: 'Retirar (demo)',
  },

  loan: {
    interest: 'Interés',
    due: 'Vence',
    progress: 'Parte pagada',
    paid: (paid: string, total: string, percent: number) => `Pagado: ${paid} / ${total} (${percent}%)`,
    repaid: 'Devuelto',
    overdue: (days: number) => `Vencido ${days}d`,
    soon: (days: number) => `Vence en ${days}d`,
    onTime: (days: number) => `A tiempo (${days}d)`,
    remind: 'Recordar pago',
    contract: 'Ver contrato',
    pay: 'Pagar ahora',
    details: 'Ver detalles',
  },

  lent: {
    title: 'Mis Deudores',
    empty: 'No tienes deudores registrados.',
    hint: 'Cuando alguien tome una de tus ofertas, la verás aquí.',
  },

  borrowed: {
    title: 'Mis Deudas',
    empty: 'No registras deudas activas.',
    hint: 'Cuando tomes un préstamo, verás aquí cuánto debes y hasta cuándo.',
  },

  record: {
    borrower: ({ taken, repaid, repaidLate }: { taken: number; repaid: number; repaidLate: number }) =>
      taken === 0
        ? 'Primer préstamo que toma'
        : `Devolvió ${repaid} de ${taken}${repaidLate > 0 ? `, ${repaidLate} con retraso` : ''}`,
    lender: ({ offered }: { offered: number }) => (offered <= 1 ? 'Primera vez que presta' : `Publicó ${offered} ofertas`),
  },

  demo: {
    chip: 'Demo',
    person: 'Ejemplo',
    request: 'Flujo “Solicitar” pendiente (demo).',
    hide: 'Ocultar ejemplos',
    show: 'Mostrar ejemplos',
    alerts: {
      remind: 'Recordatorio de pago pendiente (demo).',
      contract: 'Contrato pendiente (demo).',
      pay: 'Pago pendiente (demo).',
      details: 'Detalles pendientes (demo).',
    },
  },

  dueDates: {
    title: 'Próximos vencimientos',
    in: 'Te deben',
    out: 'Debes',
    today: 'Hoy',
    examples: 'Los ejemplos van en contorno y no suman.',
    itemIn: (amount: string, day: string, demo: boolean) => `te deben ${amount} el ${day}${demo ? ' (ejemplo)' : ''}`,
    itemOut: (amount: string, day: string, demo: boolean) => `debes ${amount} el ${day}${demo ? ' (ejemplo)' : ''}`,
    sentence: (items: readonly string[]) => `Vencimientos por fecha: ${items.join('; ')}.`,
  },

  footer: 'EntrePares · 2025',

  publish: {
    noContract: 'Transaccion erronea No hay un contrato de préstamos en esta red.',
    notYet: 'Transaccion erronea Todavía no se pueden enviar ofertas desde aquí.',
    title: 'Publicar préstamo',
    amount: 'Monto (USD)',
    apr: 'Interés (APR %)',
    term: 'Plazo',
    days: (days: number) => `${days} días`,
    to: 'Para',
    toExample: 'Dirección 0x…',
    note: 'Nota',
    noteHelp: 'Cualquiera podrá leerla, para siempre.',
    noteLeft: (left: number) => (left === 1 ? 'Queda 1' : `Quedan ${left}`),
    noteExcess: (excess: number) => (excess === 1 ? 'Sobra 1' : `Sobran ${excess}`),
    lend: 'Prestas',
    interest: (days: number) => `Interés por ${days} días`,
    returned: 'Te devuelven',
    toAnyone:
      'Cualquiera puede tomar una oferta pública y nada la garantiza. Si sabes a quién le prestas, escribe su dirección en «Para».',
    toOne: 'Solo esa dirección podrá tomarla.',
    submit: 'Publicar',
    busy: 'Publicando…',
    failed: 'Transaccion erronea ',
    mistake: {
      amount: 'Ingrese un monto válido.',
      apr: 'Ingrese un interés válido.',
      days: 'Seleccione un plazo.',
      ambiguous: 'Escribe los miles sin coma.',
      tooPrecise: (decimals: number) => `Usa ${decimals} decimales como máximo.`,
      tooLarge: (max: string) => `El máximo es ${max}.`,
      to: 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.',
      toMyself: 'Esa es tu propia dirección. Escribe la de quien recibirá el préstamo, o deja «Para» en blanco.',
      note: 'La nota es demasiado larga. Las tildes, la ñ y los emojis ocupan más que otras letras.',
    },
  },

  market: {
    title: 'Marketplace de Préstamos',
    forYou: 'Ofertas para ti',
    onlyForYou: 'Solo para ti',
    own: 'Tu oferta',
    demo: 'Demo',
    interest: 'Interés',
    term: 'Plazo',
    youReturn: 'Devuelves',
    youGetBack: 'Te devuelven',
    days: (days: number) => (days < 1 ? 'Menos de 1 día' : days === 1 ? '1 día' : `${days} días`),
    more: 'Ver más',
    less: 'Ver menos',
    request: 'Solicitar',
    requestItem: (amount: string, lender: string) => `Solicitar ${amount} a ${lender}`,
    cancel: 'Cancelar oferta',
    cancelItem: (amount: string) => `Cancelar oferta de ${amount}`,
    example: 'Ejemplo',
    public: 'Pública',
    only: (borrower: string) => `Para ${borrower}`,
    notTaken: 'Nadie la ha tomado',
    filters: {
      title: 'Filtros',
      allTerms: 'Todos',
      maxPrincipal: 'Monto hasta',
      maxApr: 'Interés hasta',
      noLimit: 'Sin límite',
      badPrincipal: 'Ingrese un monto válido.',
      badApr: 'Ingrese un interés válido.',
      order: 'Ordenar por',
      orders: { newest: 'Recientes', lowestApr: 'Menor interés', largest: 'Mayor monto', shortest: 'Menor plazo' },
      mine: 'Mis ofertas',
      clear: 'Quitar filtros',
    },
    loading: 'Leyendo ofertas…',
    open: (count: string) => (count === '1' ? '1 oferta abierta' : `${count} ofertas abiertas`),
    searched: (found: string, searched: string) =>
      searched === '1' ? `${found} de 1 oferta revisada` : `${found} de ${searched} ofertas revisadas`,
    ordered: (searched: string, open: string) => `Ordenadas las ${searched} ofertas revisadas, de ${open} abiertas`,
    searchMore: 'Buscar más',
    none: 'No hay ofertas disponibles.',
    noneNext: 'Publica una y la verás aquí.',
    noMatch: 'Ninguna oferta coincide. Prueba con otro plazo o un monto mayor.',
    noneMine: 'No tienes ofertas abiertas.',
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

function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
