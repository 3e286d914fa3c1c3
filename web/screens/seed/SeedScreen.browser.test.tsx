import { validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { getBlock } from 'viem/actions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { TEST_PHRASE } from '../../../devchain/people.ts'
import { chips, confirmPhraseSaved, importPhrase, readPhrase, saved, visitAnew } from '../../testing/access.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, exactly, texts, title } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

afterEach(() => void vi.useRealTimers())

test('S1 S2 S4 S5 S6 the words are numbered chips, bullets until asked for, under a warning, and Continuar waits for the box', async () => {
  openApp('/seed')
  await expect.element(title('Tu frase semilla')).toBeVisible()
  const bullets = Array.from({ length: 12 }, (_, index) => `${index + 1}••••••`)
  await expect.poll(() => texts(chips())).toEqual(bullets)
  await button('Mostrar palabras').click()
  await expect
    .poll(() => texts(chips()))
    .toEqual(Array.from({ length: 12 }, (_, index) => expect.stringMatching(new RegExp(`^${index + 1}[a-z]+$`))))
  await button('Ocultar palabras').click()
  await expect.poll(() => texts(chips())).toEqual(bullets)

  const warning = page.getByRole('note')
  await expect.element(warning).toHaveTextContent('No hagas capturas de pantalla.')
  await expect.element(warning).toHaveTextContent('No la pegues en aplicaciones ni en el correo.')
  await expect.element(warning).toHaveTextContent('Escríbela a mano')

  await expect.element(saved()).not.toBeChecked()
  await expect.element(button('Continuar')).toBeDisabled()
  await saved().click()
  await expect.element(button('Continuar')).toBeEnabled()
  await saved().click()
  await expect.element(button('Continuar')).toBeDisabled()
  await confirmPhraseSaved()
  expect(location.pathname).toBe('/seed/confirm')
})

test('what the words are for, and why they are English, is said on demand; not of a phrase that was typed in', {
  tags: 'long',
}, async () => {
  openApp('/seed')
  const about = button('¿Para qué son y por qué en inglés?')
  const sentence = page.getByText('Son la llave de tu billetera, y están en inglés')
  await expect.element(about).toHaveAttribute('aria-expanded', 'false')
  await expect.element(sentence).not.toBeVisible()
  await about.click()
  await expect.element(about).toHaveAttribute('aria-expanded', 'true')
  await expect.element(sentence).toBeVisible()
  await importPhrase(TEST_PHRASE)
  await expect.element(title('Tu frase semilla')).toBeVisible()
  await expect.element(about).not.toBeInTheDocument()
})

test('S7 the newest block of the network is shown by number and the first 16 characters of its hash', async () => {
  const { client } = await beginWorld()
  await client.mine({ blocks: 3 })
  const block = await getBlock(client)
  const asked = vi.spyOn(window, 'fetch')
  openApp('/seed')

  await button('Obtener último bloque').click()

  await expect
    .element(page.getByRole('status').filter({ hasText: `Bloque${block.number}` }))
    .toHaveTextContent(`${block.hash.slice(0, 16)}…`)
  const bodies = asked.mock.calls.map(([, options]) => JSON.parse(String(options?.body)))
  expect(bodies).toMatchObject([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
})

describe('when the network fails', () => {
  test('S8 whatever the failure is, it is said, and the next try may succeed', async () => {
    await beginWorld()
    openApp('/seed')
    const ask = () => button('Obtener último bloque').click()
    const block = page.getByRole('status').filter({ hasText: 'Bloque' })
    await ask()
    await expect.element(block).toBeVisible()

    for (const [what, fault] of [
      ['nobody listens', 'refused'],
      ['the line is cut', 'hangUp'],
      ['nothing comes back in time', 'silence'],
      ['half an answer comes back in time', 'halfAnswer'],
      ['the node answers with an HTTP error', 'httpError'],
      ['the answer is not JSON', 'notJson'],
      ['the answer is cut short', 'garbledAnswer'],
      ['the node answers with a JSON-RPC error', 'rpcError'],
      ['there is no block', 'nullResult'],
    ] as const) {
      await (fault === 'refused' ? commands.stopNode() : commands.breakNode(fault))
      if (what.includes('in time')) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const asked = vi.spyOn(window, 'fetch')
      await ask()
      await expect.poll(() => asked, { message: what }).toHaveBeenCalled()
      if (what.includes('in time')) await vi.advanceTimersByTimeAsync(5_000)
      await expect
        .element(alert(), { message: what })
        .toHaveTextContent(exactly('No se pudo conectar a la red. Revisa tu REACT_APP_ALCHEMY_URL.'))
      await expect.element(block).not.toBeInTheDocument()
      vi.useRealTimers()
      asked.mockRestore()

      await commands.healNode()
      await ask()
      await expect.element(block, { message: what }).toBeVisible()
      await expect.element(alert()).not.toBeInTheDocument()
    }
  })
})

test('S9 S11 until there is a phrase the page says so; it is a valid mnemonic of 12 words, another one at each visit', async () => {
  const seen: string[] = []
  const observer = new MutationObserver(() => seen.push(document.body.textContent))
  observer.observe(document, { subtree: true, childList: true })
  openApp('/seed')
  await expect.poll(() => chips().elements().length).toBe(12)
  await expect.element(page.getByText('Generando frase semilla…')).not.toBeInTheDocument()
  observer.disconnect()
  const generating = seen.filter((text) => text.includes('Generando frase semilla…'))
  expect(generating.length).toBeGreaterThan(0)
  for (const text of generating) expect(text).not.toContain('••••••')

  const first = await readPhrase()
  visitAnew('/seed')
  const second = await readPhrase()
  expect(validateMnemonic(first, english)).toBe(true)
  expect(validateMnemonic(second, english)).toBe(true)
  expect(first.split(' ')).toHaveLength(12)
  expect(second).not.toBe(first)
})

test('S10 a phrase that cannot be made: the sentence, nothing to continue with, and another try', async () => {
  const chance = vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
    throw new DOMException('no entropy', 'OperationError')
  })
  openApp('/seed')
  await expect.element(alert()).toHaveTextContent('No se pudo generar la frase semilla.')
  await expect.element(page.getByText('Generando frase semilla…')).not.toBeInTheDocument()
  await saved().click()
  await expect.element(button('Continuar')).toBeDisabled()

  chance.mockRestore()
  await button('Reintentar').click()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.poll(() => chips().elements().length).toBe(12)
  await expect.element(button('Continuar')).toBeEnabled()
})
