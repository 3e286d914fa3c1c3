/** Contacts and the sheet of a person. */
export const esContacts = {
  title: 'Contactos',
  count: (count: string) => (count === '1' ? '1 persona' : `${count} personas`),
  add: 'Agregar',
  search: 'Buscar por nombre o dirección',
  none: 'Todavía no has puesto nombre a nadie.',
  noneNext: 'Agrega a alguien con su dirección, o toca su cara en una tarjeta.',
  noMatch: 'Nadie coincide con esa búsqueda.',
  kept: 'Los nombres se guardan cifrados en este dispositivo y no se envían.',
  trouble: {
    damaged: 'Los nombres guardados en este dispositivo están dañados y no se pueden leer. No se ha borrado nada.',
    lost: 'Faltan los nombres que guardaste en este dispositivo: tu navegador los borró. Si tienes una copia cifrada, restáurala y vuelven. Si no, empieza de nuevo.',
    newer:
      'Los nombres se guardaron con una versión más nueva de EntrePares. Vuelve a cargar la página; mientras tanto no se cambian.',
    unread: 'Tu navegador no deja leer los nombres guardados aquí. Vuelve a cargar la página.',
  },
  goOn: { damaged: 'Apartarlos y empezar de nuevo', lost: 'Empezar de nuevo' },

  edit: {
    add: 'Agregar contacto',
    address: 'Dirección',
    addressExample: 'Dirección 0x…',
    name: 'Nombre',
    left: (left: number) => (left === 1 ? 'Queda 1' : `Quedan ${left}`),
    excess: (excess: number) => (excess === 1 ? 'Sobra 1' : `Sobran ${excess}`),
    save: 'Guardar',
    cancel: 'Cancelar',
    noName: 'Escribe un nombre.',
    longName: (max: number) => `Usa ${max} letras como máximo.`,
    invalid: 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.',
    own: 'Esa es tu propia dirección.',
    alreadyNamed: (name: string) => `Ya tiene un nombre: ${name}. Al guardar lo cambias.`,
    /** `name`: of the one that it looks like, if I gave one. */
    lookAlike: (name: string | undefined, address: string) =>
      `Esta dirección parece ${name ? `la de ${name}` : `la de alguien que conoces, ${address}`}, pero es otra. Así se cometen muchas estafas: compárala entera con la que te dieron. Si son dos personas, guarda de nuevo.`,
    namesake: (address: string) =>
      `Ya llamas así a otra persona, ${address}. Elige otro nombre, o guarda de nuevo para tener a las dos.`,
    failed: 'Tu navegador no dejó guardar el nombre. Libera espacio o revisa sus permisos e inténtalo de nuevo.',
  },

  /** Where somebody without a name stands, and can be given one in place. */
  unsaved: {
    line: 'No tienes a esta persona guardada.',
    save: 'Guardar nombre',
    saved: 'Ya está en tus contactos.',
  },

  person: {
    title: 'Persona',
    rename: 'Cambiar nombre',
    name: 'Poner nombre',
    remove: 'Borrar nombre',
    removed: (name: string) => `Borraste el nombre ${name}.`,
    undo: 'Deshacer',
    copy: 'Copiar dirección',
    copied: 'Dirección copiada',
    withMe: 'Contigo',
    repaidOf: (repaid: number, due: number) => `Devolvió ${repaid} de ${due}`,
    running: (count: number) => `${count} en curso`,
    forgiven: (count: number) => (count === 1 ? '1 perdonado' : `${count} perdonados`),
    lentToMe: (count: number) => (count === 1 ? 'Te prestó 1 vez' : `Te prestó ${count} veces`),
    nothing: 'Sin préstamos',
    owesMe: 'Te debe',
    owedByMe: 'Le debes',
    lend: 'Prestarle',
    ask: 'Pedirle',
    send: 'Enviarle',
  },
} as const
