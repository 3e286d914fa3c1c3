/** The sentences of /seed and /seed/confirm. */
export const esSeed = {
  title: 'Tu frase semilla',
  subtitle: 'Guárdala en este orden: con ella recuperas tu billetera en cualquier dispositivo.',
  generating: 'Generando frase semilla…',
  notGenerated: 'No se pudo generar la frase semilla.',
  count: (words: number) => `${words} palabras`,
  hidden: 'oculta',
  show: 'Mostrar palabras',
  hide: 'Ocultar palabras',
  copy: 'Copiar',
  copied: 'Copiado',
  clipboardCleared: 'Borramos la frase semilla del portapapeles.',
  clearClipboard: 'Tu frase semilla puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.',
  vault: {
    notice: 'Ya hay una billetera guardada en este dispositivo. Estas palabras no son las suyas: son de otra, nueva y vacía.',
    enter: 'Entrar a la guardada',
  },
  about: {
    open: '¿Para qué son y por qué en inglés?',
    body: 'Son la llave de tu billetera, y están en inglés porque esa es la lista que entienden todas las billeteras.',
  },
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

  import: {
    title: 'Ya tengo una frase semilla',
    subtitle: 'Escribe las palabras en orden, separadas por espacios.',
    step: 'restaurar tu billetera',
    imported: 'Son las palabras que escribiste: restauran la billetera que ya tenías.',
    another: 'Escribir otra frase',
    label: 'Frase semilla',
    submit: 'Restaurar billetera',
    backup: 'Tengo una copia cifrada',
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

  /** Phrase that an earlier page lost, said beside the words that took its place. */
  ending: {
    newPhrase: 'Se generó una frase nueva: las palabras que anotaste antes ya no sirven.',
    importedPhrase: 'Estas palabras son nuevas, no las que escribiste. Las tuyas siguen siendo válidas: escríbelas de nuevo.',
  },

  /** Why a wallet lasts for this visit only. */
  visitOnly: {
    full: 'No queda espacio en este dispositivo para guardar tu billetera, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    blocked:
      'Tu navegador no permite guardar datos de esta página, así que tu billetera dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    busy: 'El navegador tarda en abrir su almacenamiento, quizá por otra pestaña de esta página, así que tu billetera dura solo esta visita. Cierra las otras y vuelve a guardarla; tu frase semilla es la única forma de recuperarla.',
    absent:
      'Este navegador no puede guardar tu billetera, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
    unreliable:
      'La billetera no quedó bien guardada en este dispositivo, así que dura solo esta visita. Tu frase semilla es la única forma de recuperarla.',
  },

  /** A wallet is kept on this device: this one under another PIN and password, or another one. Nobody can tell before it is opened. */
  exists: {
    title: '¿Reemplazar la billetera guardada?',
    body: 'Ya hay una billetera guardada aquí. Si es esta misma, reemplázala para usar el PIN y la contraseña que acabas de elegir. Si es otra, después solo podrás recuperarla con su frase semilla.',
    replace: 'Reemplazar',
    leave: 'Seguir sin guardar',
  },
} as const

function namedWord({ position, word }: { position: number; word: string }): string {
  return `${position} («${word}»)`
}
