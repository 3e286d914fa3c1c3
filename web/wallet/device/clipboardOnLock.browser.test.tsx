/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TEST_PHRASE } from '../../../devchain/people.ts'
import {
  allowClipboard,
  clipboard,
  confirmPhraseSaved,
  expectDashboard,
  nextDocument,
  passQuiz,
  pasteInto,
  readPhrase,
  visitAnew,
} from '../../testing/access.ts'
import { openApp } from '../../testing/mount.tsx'
import { button, dialog, title } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'
import { forgetCopiedPhrase } from './clipboard.ts'

const AUTO_LOCK_MS = 5 * 60_000

const reminder = () => page.getByRole('status').filter({ hasText: 'Copiaste tu frase semilla' })

afterEach(() => {
  vi.useRealTimers()
  forgetCopiedPhrase()
})

describe('where the clipboard may be read', () => {
  test('S3 locking takes a phrase that was pasted off the clipboard too', async () => {
    await allowClipboard('read', 'write')
    await openByPasting()
    await closeVisit()
    expect(await clipboard()).toBe('')
    await expectNoReminder()
  })

  test('S3 locking leaves something else that was copied since alone, without a word', async () => {
    await allowClipboard('read', 'write')
    await openByCopying()
    await navigator.clipboard.writeText('la lista de la compra')
    await closeVisit()
    expect(await clipboard()).toBe('la lista de la compra')
    await expectNoReminder()
  })

  test('S3 a phrase that was cleared in time is not mentioned after the wallet locks itself', async () => {
    await allowClipboard('read', 'write')
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await openByCopying()
    await vi.advanceTimersByTimeAsync(61_000)
    await expect.poll(clipboard).toBe('')
    await lockItself()
    await expectNoReminder()
  })

  test('S3 a clipboard that does not answer holds up the lock for a moment only', async () => {
    await allowClipboard('read', 'write')
    await openByCopying()
    vi.spyOn(navigator.clipboard, 'readText').mockReturnValue(new Promise(() => {}))
    await closeVisit()
    await expect.element(reminder()).toBeVisible()
  })
})

describe('where the clipboard may not be read', () => {
  test('S3 after Bloquear /login asks to clear the phrase, until one says that it is done', async () => {
    await allowClipboard('write')
    const phrase = await openByCopying()
    await closeVisit()
    await expect
      .element(reminder())
      .toHaveTextContent('puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.')
    visitAnew('/login')
    await expect.element(reminder()).toBeVisible()

    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await storedTexts(), document.cookie])
    expect(kept).toContain('entrepares.phraseOnClipboard')
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(phrase)))
    const base64 = btoa(String.fromCharCode(...hash))
    const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
    for (const secret of [phrase, hex, base64, base64url, hash.join()]) expect(kept).not.toContain(secret)

    await button('Ya la borré').click()
    await expect.element(reminder()).not.toBeInTheDocument()
    visitAnew('/login')
    await expectNoReminder()

    // Never overwritten blindly.
    await allowClipboard('read', 'write')
    expect(await clipboard()).toBe(phrase)
  })

  test('S3 /login clears it with a click, without permission to read', async () => {
    await allowClipboard('write')
    await openByCopying()
    await closeVisit()
    await button('Borrarla').click()
    await expect.element(reminder()).not.toBeInTheDocument()
    visitAnew('/login')
    await expectNoReminder()
    await allowClipboard('read', 'write')
    expect(await clipboard()).toBe('')
  })

  test('S3 after the wallet locked itself /login asks to clear the phrase', async () => {
    await allowClipboard('write')
    vi.useFakeTimers({ toFake: ['Date'] })
    await openByCopying()
    await lockItself()
    await expect.element(reminder()).toBeVisible()
  })

  test('S3 after a reload that forgot the wallet /login asks to clear the phrase', async () => {
    await allowClipboard('write')
    await openByCopying()
    visitAnew('/dashboard')
    await expect.element(title('Acceso seguro')).toBeVisible()
    expect(location.pathname).toBe('/login')
    await expect.element(reminder()).toBeVisible()
  })

  test('S3 after an import by paste /login asks to clear the phrase', async () => {
    await allowClipboard('write')
    await openByPasting()
    await closeVisit()
    await expect.element(reminder()).toBeVisible()
  })
})

/** The dashboard of a new wallet whose phrase was copied on /seed. Returns the phrase. */
async function openByCopying(): Promise<string> {
  await beginWorld()
  openApp('/seed')
  const phrase = await readPhrase()
  await button('Copiar').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Copiado' })).toBeVisible()
  await goOn(phrase)
  return phrase
}

/** The dashboard of a wallet whose phrase was pasted on /seed. */
async function openByPasting() {
  await beginWorld()
  openApp('/seed')
  await button('Ya tengo una frase semilla').click()
  await navigator.clipboard.writeText(TEST_PHRASE)
  const field = page.getByRole('textbox', { name: 'Frase semilla' })
  await pasteInto(field)
  await expect.element(field).toHaveValue(TEST_PHRASE)
  await button('Restaurar billetera').click()
  await goOn(TEST_PHRASE)
}

async function goOn(phrase: string) {
  await confirmPhraseSaved()
  await passQuiz(phrase)
  await expectDashboard()
}

/** Locks the wallet, which is not stored and so asks first, and comes to the page that it goes to. */
async function closeVisit() {
  const next = nextDocument()
  await button('Bloquear').click()
  await button('Cerrar sin guardar', dialog()).click()
  visitAnew(await next)
  await expect.element(title('Acceso seguro')).toBeVisible()
}

/** Sets the clock to when the wallet locks itself, and comes to the page that it goes to. */
async function lockItself() {
  const next = nextDocument()
  vi.setSystemTime(Date.now() + AUTO_LOCK_MS + 1_000)
  const path = await next
  vi.useRealTimers()
  visitAnew(path)
  await expect.element(title('Acceso seguro')).toBeVisible()
}

/** Not even when /login has read what is on the device. */
async function expectNoReminder() {
  await expect.element(page.getByText('Elige un PIN y una contraseña')).toBeVisible()
  await expect.element(reminder()).not.toBeInTheDocument()
}

async function storedTexts(): Promise<unknown> {
  const opening = indexedDB.open('entrepares', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const reading = opening.result.transaction('texts').objectStore('texts').getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return reading.result
}
