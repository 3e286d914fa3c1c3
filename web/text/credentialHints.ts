import { PIN_LENGTH } from '../pinLength.ts'

/** Shorter ones can be tried one by one. */
const LONG_ENOUGH = 12

/** Most common passwords, without accents, capitals and the numbers or signs that people append. */
const COMMON = new Set(
  'contrasena password clave secreto micontrasena miclave mipassword qwerty qwertyuiop asdfghjkl teamo tequiero hola holahola bienvenido welcome letmein iloveyou admin administrador usuario entrepares billetera wallet bitcoin ethereum princesa estrella realmadrid barcelona tortugaeneroviolinlampara'.split(
    ' ',
  ),
)

/** Runs, and the ways over a keypad. With repetitions they are about a thousand of a million PINs. */
const COMMON_PINS = '01234567890 09876543210 112233 223344 332211 123321 654123 456123 147258 258369 159753 159357 142536 789456'

export type Hints = { pin?: string | undefined; password?: string | undefined }

/** Weakness of a PIN and a password that are being chosen, in a line each. They are hints: any are accepted. */
export function credentialHints({ pin, password }: { pin: string; password: string }): Hints {
  const isCommon = isCommonPin(pin)
  return {
    pin: isCommon ? 'Muy común: adivinarlo no cuesta ni un centavo.' : undefined,
    password: passwordHint(password, isCommon),
  }
}

function isCommonPin(pin: string): boolean {
  return pin.length === PIN_LENGTH && (/^(\d{1,3})\1+$/.test(pin) || COMMON_PINS.includes(pin))
}

function passwordHint(password: string, hasCommonPin: boolean): string | undefined {
  if (password === '') return undefined
  const letters = password
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  // The costs are those of docs/security.md.
  if (COMMON.has(letters) || /^(.+?)\1{2,}$/.test(password))
    return `Muy común: adivinarla cuesta unos ${hasCommonPin ? '33 centavos' : '330 dólares'}.`
  if (/^[\d\s./-]+$/.test(password)) return 'Solo números: se adivina pronto.'
  if (password.length < LONG_ENOUGH) return 'Es corta: mejor cuatro palabras al azar.'
  return undefined
}
