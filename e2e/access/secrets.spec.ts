import type { Page } from '@playwright/test'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { mnemonicToAccount } from 'viem/accounts'
import { addAuthenticator } from '../support/authenticator.ts'
import { dumpStorage } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInSettings,
  confirmPhraseSaved,
  expectDashboard,
  fillCredentials,
  lock,
  logIn,
  passQuiz,
  readPhrase,
} from '../support/steps.ts'

test('a whole visit leaves no secret in storage, address, history, attributes, console or network', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  const said: string[] = []
  context.on('console', (message) => said.push(message.text()))
  context.on('request', (request) => said.push(request.url(), request.postData() ?? ''))

  // Every key in the clear that the page imports: of PIN and password, the data key, the secret of the passkey.
  const keys: string[] = []
  await context.exposeFunction('noteKey', (hex: string) => keys.push(hex))
  await page.addInitScript(() => {
    const { importKey } = SubtleCrypto.prototype
    SubtleCrypto.prototype.importKey = function (...args: unknown[]) {
      const [format, bytes, algorithm] = args
      if (format === 'raw' && /AES-GCM|HKDF/.test(String(algorithm)) && bytes instanceof Uint8Array) {
        const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        ;(window as unknown as { noteKey: (hex: string) => void }).noteKey(hex)
      }
      return Reflect.apply(importKey, this, args)
    }
  })
  await addAuthenticator(page)

  const traces: Record<string, string> = {}
  const note = async (moment: string) => {
    traces[moment] = [await dumpStorage(page), page.url(), await historyOf(page), await attributesOf(page)].join('\n')
  }

  await page.goto('/login')
  await fillCredentials(page, ana)
  await button(page, 'Mostrar contraseña').click()
  await note('credentials typed')
  await button(page, 'Acceder').click()
  const phrase = await readPhrase(page)
  await note('words shown')
  await confirmPhraseSaved(page)
  await note('quiz')
  await passQuiz(page, phrase)
  await expectDashboard(page)
  await note('dashboard')
  traces.dashboardText = await page.content()
  await lock(page)
  await note('locked')
  traces.lockedText = await page.content()
  await logIn(page, { ...ana, password: `${ana.password}!` })
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await note('refused')
  await logIn(page, ana)
  await button(page.getByRole('dialog', { name: 'Entra más rápido' }), 'Ahora no').click()
  await expectDashboard(page)
  await note('unlocked')
  await chooseInSettings(page, 'Ver frase semilla')
  await fillCredentials(page.getByRole('dialog'), ana)
  await button(page.getByRole('dialog'), 'Ver frase semilla').click()
  await expect(page.getByRole('listitem')).toHaveCount(12)
  await note('words shown again')
  await button(page, 'Listo').click()
  await expect(page.getByRole('dialog', { name: 'Ver frase semilla' })).toBeHidden()
  traces.closedText = await page.content()
  await page.getByRole('switch', { name: 'Huella o llave' }).click()
  const turningOn = page.getByRole('dialog', { name: 'Huella o llave' })
  await fillCredentials(turningOn, ana)
  await button(turningOn, 'Activar').click()
  await expect(page.getByRole('switch', { name: 'Huella o llave' })).toBeChecked()
  await note('passkey')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  await lock(page)
  await button(page, 'Entrar con huella o llave de este dispositivo').click()
  await expectDashboard(page)
  await note('entered by passkey')
  traces.said = said.join('\n')

  const secrets = [...secretsOf(phrase), ...keys.flatMap((hex) => encoded('a key', Buffer.from(hex, 'hex')))]
  const found = Object.entries(traces).flatMap(([moment, trace]) => {
    const text = trace.toLowerCase()
    return secrets.filter(([, secret]) => text.includes(secret.toLowerCase())).map(([name]) => `${name} at: ${moment}`)
  })
  // Once for all: thousands of expectations take longer than the visit.
  expect(found).toEqual([])
  expect(keys.length).toBeGreaterThan(5)
  expect(traces.passkey).toContain('entrepares-passkey')
  // Control: the traces do contain what is there.
  expect(traces.unlocked).toContain('entrepares-vault')
  expect(traces['words shown']).toContain('aria-label')
})

/** All secrets that must not be found, as plain text, hexadecimal and base64. */
function secretsOf(phrase: string): [name: string, text: string][] {
  const words = phrase.split(' ')
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const key = Buffer.from(mnemonicToAccount(phrase).getHdKey().privateKey ?? [])
  const texts = [phrase, ana.password, ana.pin, ...pairs, ...pairs.map((pair) => pair.replace(' ', '","'))]
  return [
    ...texts.flatMap((text): [string, string][] => [[text, text], ...encoded(text, Buffer.from(text))]),
    ...encoded('private key', key),
    ...encoded('entropy', Buffer.from(mnemonicToEntropy(phrase, english))),
  ]
}

function encoded(name: string, bytes: Buffer): [string, string][] {
  return [
    [`${name} in hexadecimal`, bytes.toString('hex')],
    ...[0, 1, 2].flatMap((before): [string, string][] => [
      [`${name} in base64`, base64Within('base64', bytes, before)],
      [`${name} in base64url`, base64Within('base64url', bytes, before)],
    ]),
  ]
}

/** The base64 characters that depend on these bytes only, if `before` bytes (modulo 3) precede them. */
function base64Within(encoding: 'base64' | 'base64url', bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString(encoding)
    .replace(/=+$/, '')
  const shared = (before + bytes.length) % 3 === 0 ? 0 : 1
  return text.slice(Math.ceil((before * 4) / 3), text.length - shared)
}

async function historyOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([history.state, window.name, document.title]))
}

async function attributesOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`))
      .join('\n'),
  )
}
