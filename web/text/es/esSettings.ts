/** The sentences of 'Ajustes' and what it leads to. */
export const esSettings = {
  title: 'Ajustes',
  security: 'Seguridad',
  data: 'Datos',
  network: 'Red',

  lock: {
    title: 'Bloqueo automático',
    after: 'Bloquear tras este tiempo sin actividad',
    minutes: (minutes: number) => (minutes === 1 ? '1 minuto' : `${minutes} minutos`),
    done: 'Listo',
  },

  examples: { title: 'Ejemplos', hint: 'Deudores y deudas de muestra' },

  change: 'Cambiar PIN o contraseña',
  phrase: 'Ver frase semilla',
  forget: 'Olvidar este dispositivo',

  backup: {
    title: 'Copia cifrada',
    hint: 'Billetera, contactos y ajustes',
    body: 'Un archivo con tu billetera, tus contactos y tus ajustes. Se abre con el PIN y la contraseña de hoy, también en otro dispositivo: guárdalo donde no lo pierdas.',
    notPhrase: 'No reemplaza a tu frase semilla: si olvidas el PIN o la contraseña, la copia no se puede abrir.',
    submit: 'Descargar copia',
    done: 'Copia descargada.',
    incomplete: (parts: string) => `Copia descargada, ${parts}: no se pudieron leer en este dispositivo.`,
    gone: 'La billetera de este dispositivo ya no es esta: no hay nada que copiar.',
    failed: 'No se pudo hacer la copia. Vuelve a intentarlo.',
    file: (day: string) => `entrepares-copia-${day}.json`,
  },

  nodes: {
    title: 'Nodos',
    asking: 'Preguntando…',
    summary: (answering: number, all: number) => `${answering} de ${all} ${all === 1 ? 'responde' : 'responden'}`,
    leftOut: (count: number) => `${count} fuera`,
    ms: (ms: number) => `${ms} ms`,
    body: 'Los servidores que leen la red y envían por ti. Si uno falla, se usa otro. Si no te fías de uno, déjalo fuera: no se le preguntará ni enviará nada hasta que bloquees o recargues la página.',
    inUse: 'En uso',
    rests: 'Descansa: por ahora se usan otros',
    out: 'Lo dejaste fuera',
    use: 'Usar este nodo en esta visita',
    last: 'Es el único que queda y no se puede dejar fuera. Sin otro, nadie contradice lo que diga.',
    silent: 'No responde',
    foreign: 'Responde, pero es de otra red',
    upToDate: 'al día',
    behind: (blocks: number) => (blocks === 1 ? '1 bloque atrás' : `${blocks} bloques atrás`),
    again: 'Volver a preguntar',
  },

  about: {
    title: 'Acerca de',
    version: (version: string) => `Versión ${version}`,
    body: 'EntrePares es una billetera para prestar dinero entre personas. Es de prueba y nadie la ha auditado: no la uses con dinero que valga algo.',
    contract: 'Contrato de préstamos',
    noContract: 'No hay contrato en esta red: solo ejemplos.',
    explorer: 'Ver en el explorador',
    licences: 'Licencias de lo que usa',
  },

  checkPin: {
    title: 'Comprueba tu PIN',
    body: 'Escribe otra vez el PIN y la contraseña que elegiste. Así sabes que mañana podrás entrar.',
    submit: 'Comprobar',
    wrong: 'No son los que elegiste. Prueba otra vez o elige otros.',
    done: 'Son correctos: con ellos entrarás la próxima vez.',
    another: 'Elegir otros',
    anotherTitle: 'Elige otro PIN y otra contraseña',
    anotherBody: 'Reemplazan a los de antes en este dispositivo. Tu frase semilla no cambia.',
    anotherSubmit: 'Guardar',
    again:
      'Guardados. Escríbelos una vez más para comprobarlos. Si ya descargaste una copia cifrada, descarga otra: la de antes no se abre con estos.',
  },

  showPhrase: {
    title: 'Ver frase semilla',
    body: 'Comprueba que nadie más mira tu pantalla y vuelve a ingresar tu PIN y tu contraseña.',
    submit: 'Ver frase semilla',
    done: 'Listo',
  },

  forget: {
    title: '¿Olvidar este dispositivo?',
    body: 'Se borra la billetera guardada aquí. Tu dinero sigue en la red: podrás volver a él con tu frase semilla, o con una copia cifrada y el PIN y la contraseña de ese día.',
    underWay: (titles: readonly string[]) =>
      titles.length === 1
        ? `Hay 1 operación en camino: ${titles.join()}. Puede completarse igualmente, pero lo guardado de ella también se borra: si la red la pierde, nadie la volverá a enviar, y ya no podrás acelerarla ni anularla desde aquí.`
        : `Hay ${titles.length} operaciones en camino: ${titles.join('; ')}. Pueden completarse igualmente, pero lo guardado de ellas también se borra: si la red las pierde, nadie las volverá a enviar, y ya no podrás acelerarlas ni anularlas desde aquí.`,
    unreadable: 'También se borra lo que este dispositivo guardaba de tus operaciones y ahora no se puede leer.',
    contacts: (count: number) =>
      count === 1
        ? 'También se borra el nombre que pusiste a 1 persona. Solo una copia cifrada lo trae de vuelta.'
        : `También se borran los nombres que pusiste a ${count} personas. Solo una copia cifrada los trae de vuelta.`,
    next: 'Sí, olvidar',
    sureTitle: '¿Tienes tu frase semilla o tu copia a mano?',
    sureBody: 'Sin ninguna de las dos nadie puede devolverte el acceso, tampoco nosotros. No se puede deshacer.',
    submit: 'Olvidar este dispositivo',
    failed:
      'Tu navegador no dejó borrar todo lo que hay guardado aquí. Bórralo desde los ajustes del navegador, en los datos de este sitio.',
    cancel: 'Cancelar',
  },
} as const
