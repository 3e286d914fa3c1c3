/** The sentences of the dialogs about the wallet that is kept on this device. */
export const esDevice = {
  checkPin: {
    title: 'Comprueba tu PIN',
    body: 'Escribe otra vez el PIN y la contraseña que elegiste. Así sabes que mañana podrás entrar.',
    submit: 'Comprobar',
    wrong: 'No son los que elegiste. Prueba otra vez. Si no los recuerdas, bloquea y restaura la billetera con tu frase semilla.',
    done: 'Son correctos: con ellos entrarás la próxima vez.',
  },

  showPhrase: {
    title: 'Ver frase semilla',
    warning: 'Quien tenga estas palabras tiene tu dinero. Nadie de EntrePares te las pedirá nunca.',
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
    sure: 'Ten a mano tu frase semilla o tu copia cifrada: sin ninguna de las dos nadie puede devolverte el acceso, tampoco nosotros. No se puede deshacer.',
    another: 'En otra pestaña se guardó otra billetera en este dispositivo. No se borró nada.',
    submit: 'Olvidar este dispositivo',
    failed:
      'Tu navegador no dejó borrar todo lo que hay guardado aquí. Bórralo desde los ajustes del navegador, en los datos de este sitio.',
    cancel: 'Cancelar',
  },
} as const
