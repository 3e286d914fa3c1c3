/** The sentences of 'Cambiar PIN y contraseña'. */
export const esChange = {
  title: 'Cambiar PIN y contraseña',
  oldPin: 'PIN actual',
  oldPassword: 'Contraseña actual',
  newPin: 'PIN nuevo',
  newPassword: 'Contraseña nueva',
  repeated: 'Repite la contraseña nueva',
  oldPinShort: 'El PIN actual debe tener 6 dígitos.',
  oldPasswordMissing: 'Ingresa tu contraseña actual.',
  newPinShort: 'El PIN nuevo debe tener 6 dígitos.',
  newPasswordMissing: 'Elige una contraseña nueva.',
  different: 'Las dos contraseñas nuevas no son iguales.',
  submit: 'Cambiar',
  busy: 'Cambiando…',
  cancel: 'Cancelar',
  close: 'Listo',
  done: 'Desde ahora entras con el PIN y la contraseña nuevos.',
  notWritten: 'Tu navegador no dejó guardar el cambio. Siguen valiendo tu PIN y tu contraseña de antes.',
  unsure:
    'Tu navegador falló a mitad del cambio. La próxima vez entra con el PIN y la contraseña nuevos; si no abren, con los de antes.',
} as const
