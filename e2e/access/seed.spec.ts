import type { Page } from '@playwright/test'
import { validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { getBlock } from 'viem/actions'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Fault, faults } from '../support/node.ts'
import { alert, button, confirmPhraseSaved, importPhrase, readPhrase, title } from '../support/steps.ts'

const chips = (page: Page) => page.getByRole('list').first().getByRole('listitem')
const copied = (page: Page) => page.getByRole('status').filter({ hasText: 'Copiado' })
const saved = (page: Page) =>
  page.getByRole('checkbox', { name: 'Confirmo que he guardado mi frase semilla en un lugar seguro', exact: true })

test('S1 S2 S4 S5 S6 the words are numbered chips, bullets until asked for, under a warning, and Continuar waits for the box', async ({
  page,
}) => {
  await page.goto('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  const bullets = Array.from({ length: 12 }, (_, index) => `${index + 1}••••••`)
  await expect(chips(page)).toHaveText(bullets)
  await button(page, 'Mostrar palabras').click()
  await expect(chips(page)).toHaveText(Array.from({ length: 12 }, (_, index) => new RegExp(`^${index + 1}[a-z]+$`)))
  await button(page, 'Ocultar palabras').click()
  await expect(chips(page)).toHaveText(bullets)

  const warning = page.getByRole('note')
  await expect(warning).toContainText('No hagas capturas de pantalla.')
  await expect(warning).toContainText('No la pegues en aplicaciones ni en el correo.')
  await expect(warning).toContainText('Escríbela a mano')

  await expect(saved(page)).not.toBeChecked()
  await expect(button(page, 'Continuar')).toBeDisabled()
  await saved(page).check()
  await expect(button(page, 'Continuar')).toBeEnabled()
  await saved(page).uncheck()
  await expect(button(page, 'Continuar')).toBeDisabled()
  await confirmPhraseSaved(page)
  await expect(page).toHaveURL('/seed/confirm')
})

test('what the words are for, and why they are English, is said on demand; not of a phrase that was typed in', async ({
  page,
}) => {
  await page.goto('/seed')
  const about = page.getByRole('button', { name: '¿Para qué son y por qué en inglés?' })
  const sentence = page.getByText('Son la llave de tu billetera, y están en inglés')
  await expect(about).toHaveAttribute('aria-expanded', 'false')
  await expect(sentence).toBeHidden()
  await about.click()
  await expect(about).toHaveAttribute('aria-expanded', 'true')
  await expect(sentence).toBeVisible()
  await importPhrase(page, TEST_PHRASE)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await expect(about).toBeHidden()
})

test.describe('where the clipboard may be used and read', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('S3 copying says Copiado for 2000 ms, anew each time, and a minute later the phrase is off the clipboard', async ({
    page,
  }) => {
    const phrase = await openWithClock(page)
    await button(page, 'Copiar').click()
    await expect(copied(page)).toBeVisible()
    expect(await clipboard(page)).toBe(phrase)
    await page.clock.runFor(1_900)
    await expect(copied(page)).toBeVisible()
    await page.clock.runFor(100)
    await expect(copied(page)).toBeHidden()

    // Again, and once more while the message is shown.
    await button(page, 'Copiar').click()
    await expect(copied(page)).toBeVisible()
    await page.clock.runFor(1_500)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await button(page, 'Copiar').click()
    await expect.poll(() => clipboard(page)).toBe(phrase)
    await page.clock.runFor(1_500)
    await expect(copied(page)).toBeVisible()
    await page.clock.runFor(500)
    await expect(copied(page)).toBeHidden()

    await page.clock.runFor(57_000)
    expect(await clipboard(page)).toBe(phrase)
    await page.clock.runFor(4_000)
    await page.clock.resume()
    await expect(alert(page)).toContainText('Borramos la frase semilla del portapapeles.')
    expect(await clipboard(page)).toBe('')
  })

  test('S3 something else that was copied since is left alone, without a word', async ({ page }) => {
    await openWithClock(page)
    await button(page, 'Copiar').click()
    await expect(copied(page)).toBeVisible()
    await page.evaluate(() => navigator.clipboard.writeText('la lista de la compra'))
    await page.clock.runFor(62_000)
    expect(await clipboard(page)).toBe('la lista de la compra')
    await expect(alert(page)).toBeHidden()
  })
})

test.describe('where the clipboard may not be read', () => {
  test.use({ permissions: ['clipboard-write'] })

  test('S3 a minute later the person is asked to clear it, and nothing is overwritten blindly', async ({ page, context }) => {
    await page.addInitScript(() => {
      const write = navigator.clipboard.writeText.bind(navigator.clipboard)
      window.written = []
      navigator.clipboard.writeText = (text) => {
        window.written.push(text)
        return write(text)
      }
    })
    const phrase = await openWithClock(page)
    await button(page, 'Copiar').click()
    await expect(copied(page)).toBeVisible()
    await page.clock.runFor(62_000)
    await page.clock.resume()
    await expect(alert(page)).toContainText(
      'Tu frase semilla puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.',
    )
    expect(await page.evaluate(() => window.written)).toEqual([phrase])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    expect(await clipboard(page)).toBe(phrase)
  })
})

test('S3 a clipboard that fails is passed over in silence', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await page.clock.install()
  await page.goto('/seed')
  await button(page, 'Copiar').click()
  await page.clock.runFor(61_000)
  await expect(copied(page)).toBeHidden()
  await expect(alert(page)).toBeHidden()
})

test('S7 the newest block of the network is shown by number and the first 16 characters of its hash', async ({ page, world }) => {
  await world.client.mine({ blocks: 3 })
  const block = await getBlock(world.client)
  await page.goto('/seed')
  const asked = page.waitForRequest((request) => request.url().startsWith(world.node.url) && request.method() === 'POST')

  await button(page, 'Obtener último bloque').click()

  expect((await asked).postDataJSON()).toMatchObject({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  await expect(page.getByRole('status').filter({ hasText: `Bloque${block.number}` })).toContainText(`${block.hash.slice(0, 16)}…`)
})

test.describe('when the network fails', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  const cases: [string, Fault | 'refused'][] = [
    ['nobody listens', 'refused'],
    ['the line is cut', faults.hangUp],
    ['nothing comes back in time', faults.silence],
    ['half an answer comes back in time', faults.halfAnswer],
    ['the node answers with an HTTP error', faults.httpError],
    ['the answer is not JSON', faults.notJson],
    ['the answer is cut short', faults.garbledAnswer],
    ['the node answers with a JSON-RPC error', faults.rpcError],
    ['there is no block', faults.nullResult],
  ]
  test('S8 whatever the failure is, it is said, and the next try may succeed', async ({ page, world: { node } }) => {
    await page.clock.install()
    await page.goto('/seed')
    const block = page.getByRole('status').filter({ hasText: 'Bloque' })
    for (const [what, fault] of cases) {
      await test.step(what, async () => {
        await (fault === 'refused' ? node.goAway() : node.breakWith(fault))
        const asked = page.waitForRequest((request) => request.url().startsWith(node.url))
        await button(page, 'Obtener último bloque').click()
        await asked
        if (what.includes('in time')) await page.clock.runFor(5_000)
        await expect(alert(page)).toHaveText('No se pudo conectar a la red. Revisa tu REACT_APP_ALCHEMY_URL.')
        await expect(block).toBeHidden()

        await node.heal()
        await button(page, 'Obtener último bloque').click()
        await expect(block).toBeVisible()
        await expect(alert(page)).toBeHidden()
      })
    }
  })
})

test('S9 S11 until there is a phrase the page says so; it is a valid mnemonic of 12 words, another one at each visit', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.seen = []
    new MutationObserver(() => window.seen.push(document.body?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
    })
  })
  await page.goto('/seed')
  await expect(chips(page)).toHaveCount(12)
  await expect(page.getByText('Generando frase semilla…')).toBeHidden()
  const generating = (await page.evaluate(() => window.seen)).filter((text) => text.includes('Generando frase semilla…'))
  expect(generating.length).toBeGreaterThan(0)
  for (const text of generating) expect(text).not.toContain('••••••')

  const first = await readPhrase(page)
  await page.reload()
  const second = await readPhrase(page)
  expect(validateMnemonic(first, english)).toBe(true)
  expect(validateMnemonic(second, english)).toBe(true)
  expect(first.split(' ')).toHaveLength(12)
  expect(second).not.toBe(first)
})

test('S10 a phrase that cannot be made: the sentence, nothing to continue with, and another try', async ({ page }) => {
  await page.addInitScript(() => {
    const getRandomValues = crypto.getRandomValues.bind(crypto)
    window.healChance = () => {
      crypto.getRandomValues = getRandomValues
    }
    crypto.getRandomValues = () => {
      throw new DOMException('no entropy', 'OperationError')
    }
  })
  await page.goto('/seed')
  await expect(alert(page)).toContainText('No se pudo generar la frase semilla.')
  await expect(page.getByText('Generando frase semilla…')).toBeHidden()
  await saved(page).check()
  await expect(button(page, 'Continuar')).toBeDisabled()

  await page.evaluate(() => window.healChance())
  await button(page, 'Reintentar').click()
  await expect(alert(page)).toBeHidden()
  await expect(chips(page)).toHaveCount(12)
  await expect(button(page, 'Continuar')).toBeEnabled()
})

declare global {
  interface Window {
    written: string[]
    seen: string[]
    healChance: () => void
  }
}

/** Opens /seed with a fake clock, and returns the phrase. */
async function openWithClock(page: Page): Promise<string> {
  await page.clock.install()
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  return phrase
}

async function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
