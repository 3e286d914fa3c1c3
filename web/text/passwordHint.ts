/** Shorter ones can be tried one by one. */
const LONG_ENOUGH = 12

/** Most common passwords, without accents, capitals and the numbers or signs that people append. */
const COMMON = new Set(
  'contrasena password clave secreto micontrasena miclave mipassword qwerty qwertyuiop asdfghjkl teamo tequiero hola holahola bienvenido welcome letmein iloveyou admin administrador usuario entrepares billetera wallet bitcoin ethereum princesa estrella realmadrid barcelona tortugaeneroviolinlampara'.split(
    ' ',
  ),
)

/** Weakness of a new password, in one line. It is a hint: any password is accepted. Undefined: nothing to say. */
export function passwordHint(password: string): string | undefined {
  if (password === '') return undefined
  const letters = password
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (COMMON.has(letters) || /^(.+?)\1{2,}$/.test(password)) return 'Es muy común: se adivina pronto.'
  if (/^[\d\s./-]+$/.test(password)) return 'Solo números: se adivina pronto.'
  if (password.length < LONG_ENOUGH) return 'Es corta: mejor cuatro palabras al azar.'
  return undefined
}
