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
    ms: (ms: number) => `${ms} ms`,
    body: 'Los servidores que leen la red y envían por ti. Si uno falla, se atrasa o da datos que no pueden ser, se usan los demás.',
    seen: 'Cada nodo ve tu cuenta y tu dirección IP.',
    inUse: 'En uso',
    excluded: 'Excluido por ahora: se usan los demás',
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
    commit: 'Hecha con este código (commit)',
    source: 'Ver el código',
    security: 'Avisar de un fallo de seguridad',
    contract: 'Contrato de préstamos',
    noContract: 'No hay contrato en esta red: solo ejemplos.',
    explorer: 'Ver en el explorador',
    licences: 'Licencias de lo que usa',
  },
} as const
