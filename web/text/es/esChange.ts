import { PIN_LENGTH } from '../../pinLength.ts'

/** The sentences of 'Cambiar PIN o contraseña'. */
export const esChange = {
  title: 'Cambiar PIN o contraseña',
  what: { title: 'Qué cambias', choices: { pin: 'PIN', password: 'Contraseña', both: 'Los dos' } },
  oldPin: 'PIN actual',
  oldPassword: 'Contraseña actual',
  newPin: 'PIN nuevo',
  repeatedPin: 'Repite el PIN nuevo',
  newPassword: 'Contraseña nueva',
  repeated: 'Repite la contraseña nueva',
  oldWrong: 'El PIN o la contraseña actuales no son correctos.',
  oldPinShort: (length: number) => `El PIN actual debe tener ${length} dígitos.`,
  oldPasswordMissing: 'Ingresa tu contraseña actual.',
  newPinShort: `El PIN nuevo debe tener ${PIN_LENGTH} dígitos.`,
  differentPins: 'Los dos PIN nuevos no son iguales.',
  newPasswordMissing: 'Elige una contraseña nueva.',
  different: 'Las dos contraseñas nuevas no son iguales.',
  submit: 'Cambiar',
  busy: 'Cambiando…',
  cancel: 'Cancelar',
  close: 'Listo',
  done: {
    pin: 'Desde ahora entras con el PIN nuevo y tu contraseña de siempre.',
    password: 'Desde ahora entras con tu PIN de siempre y la contraseña nueva.',
    both: 'Desde ahora entras con el PIN y la contraseña nuevos.',
  },
  passkey: {
    title: '¿Qué hacemos con tu huella o llave?',
    remove: 'Quitarla',
    removeHint: 'Mejor si alguien pudo ver tu PIN. Puedes activarla de nuevo en Ajustes.',
    keep: 'Dejarla',
    keepHint: 'Quien pueda desbloquear este dispositivo podrá seguir abriendo la billetera.',
    removed: 'Tu huella o llave ya no abre la billetera.',
    kept: 'Tu huella o llave sigue abriendo la billetera.',
  },
  backups: 'Las copias cifradas que ya descargaste se abren con el PIN y la contraseña de antes.',
  notWritten: 'Tu navegador no dejó guardar el cambio. Siguen valiendo tu PIN y tu contraseña de antes.',
  anotherVault:
    'No se cambió nada: en este dispositivo hay guardada otra billetera, o esta con otro PIN, y el cambio la borraría. Para quedarte con esta, restáurala con tu frase semilla y elige «Reemplazar».',
  unsure:
    'Tu navegador falló a mitad del cambio. La próxima vez entra con el PIN y la contraseña nuevos; si no abren, con los de antes.',
} as const
