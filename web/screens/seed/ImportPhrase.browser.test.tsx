import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { confirmPhraseSaved, importPhrase, readPhrase, visitAnew } from '../../testing/access.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, exactly, title } from '../../testing/screen.ts'

const ENGLISH = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const field = () => page.getByRole('textbox', { name: 'Frase semilla' })

test('a phrase is understood however it is written, and also if it has 24 words', { tags: 'long' }, async () => {
  openApp('/seed')
  const lines = ENGLISH.toUpperCase()
    .split(' ')
    .map((word, index) => `${index + 1}.  ${word},`)
  await importPhrase(` ${lines.join('\r\n')} `)
  await expect.element(title('Tu frase semilla')).toBeVisible()
  expect(await readPhrase()).toBe(ENGLISH)

  visitAnew('/seed')
  const longer = entropyToMnemonic(new Uint8Array(32).fill(0x80), english)
  await importPhrase(longer)
  await expect.element(page.getByText('24 palabras')).toBeVisible()
  expect(await readPhrase()).toBe(longer)
})

test('each step says that a wallet is being restored, and nothing that a new one is made', { tags: 'long' }, async () => {
  openApp('/seed')
  await importPhrase(ENGLISH)
  await expect.element(title('Tu frase semilla')).toBeVisible()
  await expect.element(page.getByText('Paso 2 de 3: restaurar tu billetera')).toBeVisible()
  await expect.element(page.getByText('Son las palabras que escribiste: restauran la billetera que ya tenías.')).toBeVisible()
  await expect.element(page.getByText('Guárdala en este orden')).not.toBeInTheDocument()
  await expect.element(button('Ya tengo una frase semilla')).not.toBeInTheDocument()
  await confirmPhraseSaved()
  await expect.element(page.getByText('Paso 3 de 3: restaurar tu billetera')).toBeVisible()

  // Whoever pasted another one can change it.
  await button('Volver').click()
  await button('Escribir otra frase').click()
  await expect.element(field()).toHaveFocus()
})

test('what is wrong with a phrase is said at the field, and what was written stays until it is right', async () => {
  openApp('/seed')
  await button('Ya tengo una frase semilla').click()
  for (const [written, problem] of [
    [' ', 'Escribe las palabras de tu frase.'],
    [ENGLISH.replace('wave', 'wavve'), 'No conocemos la palabra 5 («wavve»).'],
    [
      ENGLISH.replace('wave', 'wavve').replace('useful', 'usefull').replace('yellow', 'yelow'),
      'No conocemos las palabras 5 («wavve»), 8 («usefull») y 12 («yelow»).',
    ],
    [ENGLISH.replace(' yellow', ''), 'Tiene 11 palabras; deben ser 12, 15, 18, 21 o 24.'],
    [ENGLISH.replace('yellow', 'winner'), 'Todas las palabras existen, pero alguna no es la tuya o no está en su lugar.'],
  ] as const) {
    const sentence = `La frase semilla no es válida. ${problem}`
    await field().fill(written)
    await button('Restaurar billetera').click()
    await expect.element(field()).toHaveAccessibleDescription(sentence)
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(alert()).toHaveTextContent(exactly(sentence))
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveValue(written)
  }

  await field().fill(ENGLISH)
  await button('Restaurar billetera').click()
  await expect.element(title('Tu frase semilla')).toBeVisible()
  expect(await readPhrase()).toBe(ENGLISH)
})

test('Volver leaves the new phrase as it was, and neither way loses the focus', async () => {
  openApp('/seed')
  const phrase = await readPhrase()
  await button('Ya tengo una frase semilla').click()
  await expect.element(field()).toHaveFocus()
  await button('Volver').click()
  await expect.element(title('Tu frase semilla')).toHaveFocus()
  expect(await readPhrase()).toBe(phrase)
})
