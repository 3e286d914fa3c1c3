import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { allowClipboard, clipboard, drawn, pasteInto, readPhrase } from '../../testing/access.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button } from '../../testing/screen.ts'
import { forgetCopiedPhrase } from '../../wallet/device/clipboard.ts'

const ENGLISH = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const copied = () => page.getByRole('status').filter({ hasText: 'Copiado' })

afterEach(() => {
  vi.useRealTimers()
  forgetCopiedPhrase()
})

describe('where the clipboard may be used and read', () => {
  test('S3 copying says Copiado for 2000 ms, anew each time, and a minute later the phrase is off the clipboard', async () => {
    await allowClipboard('read', 'write')
    const phrase = await openWithClock()
    // Without assertions that poll: each poll would advance the clock too.
    const isCopied = () => copied().query() !== null
    const untilSo = async (isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) await drawn()
    }
    await button('Copiar').click()
    await untilSo(isCopied)
    expect(await clipboard()).toBe(phrase)
    await pass(1_999)
    expect(isCopied()).toBe(true)
    await pass(1)
    expect(isCopied()).toBe(false)

    // Again, and once more while the message is shown.
    await button('Copiar').click()
    await untilSo(isCopied)
    await pass(1_500)
    await navigator.clipboard.writeText('')
    await button('Copiar').click()
    await untilSo(async () => (await clipboard()) === phrase)
    await pass(1_900)
    expect(isCopied()).toBe(true)
    await pass(100)
    expect(isCopied()).toBe(false)

    await pass(57_000)
    expect(await clipboard()).toBe(phrase)
    await pass(4_000)
    await expect.element(alert()).toHaveTextContent('Borramos la frase semilla del portapapeles.')
    expect(await clipboard()).toBe('')
  })

  test('S3 something else that was copied since is left alone, without a word', async () => {
    await allowClipboard('read', 'write')
    const alerts = recordAlerts()
    await openWithClock()
    await button('Copiar').click()
    await expect.element(copied()).toBeVisible()
    await navigator.clipboard.writeText('la lista de la compra')
    await pass(62_000)
    await expect.poll(() => sessionStorage.getItem('entrepares.phraseOnClipboard')).toBeNull()
    expect(await clipboard()).toBe('la lista de la compra')
    await expectFirstAlert(alerts)
  })
})

describe('where the clipboard may not be read', () => {
  test('S3 a minute later the person is asked to clear it, and nothing is overwritten blindly', async () => {
    await allowClipboard('write')
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    const phrase = await openWithClock()
    await button('Copiar').click()
    await expect.element(copied()).toBeVisible()
    await pass(62_000)
    await expect
      .element(alert())
      .toHaveTextContent('Tu frase semilla puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.')
    expect(write.mock.calls).toEqual([[phrase]])
    await allowClipboard('read', 'write')
    expect(await clipboard()).toBe(phrase)

    await button('Borrarla', alert()).click()
    await expect.element(page.getByText('Borramos la frase semilla del portapapeles.')).toBeVisible()
    await allowClipboard('read', 'write')
    expect(await clipboard()).toBe('')
  })
})

test('S3 a clipboard that fails is passed over in silence', async () => {
  await allowClipboard('read', 'write')
  const alerts = recordAlerts()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await openWithClock()
  await button('Copiar').click()
  expect(write).toHaveBeenCalledOnce()
  await pass(61_000)
  await expect.element(copied()).not.toBeInTheDocument()
  write.mockRestore()
  await expectFirstAlert(alerts)
})

describe('with a clipboard', () => {
  test('S3 a phrase that was pasted is off the clipboard a minute later', async () => {
    await allowClipboard('read', 'write')
    await openWithClock()
    await navigator.clipboard.writeText(ENGLISH)
    await button('Ya tengo una frase semilla').click()
    const field = page.getByRole('textbox', { name: 'Frase semilla' })
    await pasteInto(field)
    await expect.element(field).toHaveValue(ENGLISH)
    await pass(61_000)
    await expect.element(alert()).toHaveTextContent('Borramos la frase semilla del portapapeles.')
    expect(await clipboard()).toBe('')
  })
})

/** Opens /seed with timers that stand still, and returns the phrase. */
async function openWithClock(): Promise<string> {
  openApp('/seed')
  const phrase = await readPhrase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return phrase
}

async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await drawn()
}

/** The texts of all alerts from now on. */
function recordAlerts(): string[] {
  const texts: string[] = []
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[role=alert]')?.textContent
    if (text && text !== texts.at(-1)) texts.push(text)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return texts
}

/** Another copy, which is cleared, is the first of which anything is said. */
async function expectFirstAlert(alerts: string[]) {
  await button('Copiar').click()
  await expect.element(copied()).toBeVisible()
  await pass(61_000)
  await expect.element(alert()).toHaveTextContent('Borramos la frase semilla del portapapeles.')
  expect(alerts).toHaveLength(1)
}
