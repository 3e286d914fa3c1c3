/** The sentences of /seed's 'Tengo una copia cifrada'. */
export const esBackup = {
  body: 'Elige el archivo e ingresa el PIN y la contraseña con los que entrabas cuando la hiciste.',
  file: 'Archivo de la copia',
  choose: 'Elegir archivo',
  missing: 'Elige el archivo de tu copia.',
  submit: 'Abrir copia',
  problem: {
    'too-large': 'Ese archivo es demasiado grande para ser una copia de EntrePares.',
    foreign: 'Ese archivo no es una copia de EntrePares.',
    damaged: 'La copia está dañada y no se puede abrir. Prueba con otra, o con tu frase semilla.',
    unsupported: 'La copia se hizo con una versión más nueva de EntrePares. Vuelve a cargar la página e inténtalo otra vez.',
    invalid: 'Credenciales inválidas. La copia se abre con el PIN y la contraseña que tenías cuando la hiciste.',
    failed: 'Algo falló en esta página y no se pudo abrir la copia. Vuelve a intentarlo.',
  },
  opened: 'Esta es la billetera de la copia:',
  credentials: 'Para entrar usarás el PIN y la contraseña que acabas de escribir.',
  keep: 'Guardar en este dispositivo',
  busy: 'Guardando…',
  incomplete: (parts: string) => `Tu billetera quedó guardada en este dispositivo, ${parts}: eso no se pudo recuperar.`,
  next: 'Ir al panel',
  notWritten: 'Tu navegador no dejó guardarla en este dispositivo. No se cambió nada.',
  exists: {
    body: 'Ya hay una billetera guardada aquí. Si es otra, después solo podrás recuperarla con su frase semilla o su copia.',
    same: 'Esta misma billetera ya está guardada aquí, con otro PIN y otra contraseña. Si la reemplazas, volverás a entrar con los de la copia.',
    replace: 'Reemplazar',
  },
  cancel: 'Cancelar',
} as const
