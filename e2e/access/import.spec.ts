import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  button,
  confirmPhraseSaved,
  expectDashboard,
  importPhrase,
  passQuiz,
  readPhrase,
  title,
} from '../support/steps.ts'

const ENGLISH = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test.beforeEach(({ page }) => page.goto('/seed'))

test('a phrase is understood however it is written, and also if it has 24 words', async ({ page }) => {
  const lines = ENGLISH.toUpperCase()
    .split(' ')
    .map((word, index) => `${index + 1}.  ${word},`)
  await importPhrase(page, ` ${lines.join('\r\n')} `)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(await readPhrase(page)).toBe(ENGLISH)

  await page.goto('/seed')
  const longer = entropyToMnemonic(new Uint8Array(32).fill(0x80), english)
  await importPhrase(page, longer)
  await expect(page.getByText('24 palabras')).toBeVisible()
  expect(await readPhrase(page)).toBe(longer)
})

test('a Spanish phrase is understood, with or without its accents, and gives the address that other wallets show', async ({
  page,
}) => {
  const phrase = entropyToMnemonic(
    Uint8Array.from({ length: 16 }, (_, index) => 37 * index + 5),
    spanish,
  )
  const { address } = mnemonicToAccount(phrase)
  expect(phrase.normalize('NFC')).not.toBe(withoutAccents(phrase))

  await importPhrase(page, withoutAccents(phrase))
  expect((await readPhrase(page)).normalize('NFKD')).toBe(phrase)
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  await expect(page.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)).toBeVisible()
})

test('each step says that a wallet is being restored, and nothing that a new one is made', async ({ page }) => {
  await importPhrase(page, ENGLISH)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await expect(page.getByText('Paso 2 de 3: restaurar tu billetera')).toBeVisible()
  await expect(page.getByText('Son las palabras que escribiste: restauran la billetera que ya tenías.')).toBeVisible()
  await expect(page.getByText('Guárdala en este orden')).toBeHidden()
  await expect(button(page, 'Ya tengo una frase semilla')).toBeHidden()
  await confirmPhraseSaved(page)
  await expect(page.getByText('Paso 3 de 3: restaurar tu billetera')).toBeVisible()

  // Whoever pasted another one can change it.
  await button(page, 'Volver').click()
  await button(page, 'Escribir otra frase').click()
  await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toBeFocused()
})

test('what is wrong with a phrase is said at the field, and what was written stays until it is right', async ({ page }) => {
  await button(page, 'Ya tengo una frase semilla').click()
  const field = page.getByRole('textbox', { name: 'Frase semilla' })
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
    await field.fill(written)
    await button(page, 'Restaurar billetera').click()
    await expect(field).toHaveAccessibleDescription(sentence)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(alert(page)).toHaveText(sentence)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(written)
  }

  await field.fill(ENGLISH)
  await button(page, 'Restaurar billetera').click()
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(await readPhrase(page)).toBe(ENGLISH)
})

test('Volver leaves the new phrase as it was, and neither way loses the focus', async ({ page }) => {
  const phrase = await readPhrase(page)
  await button(page, 'Ya tengo una frase semilla').click()
  await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toBeFocused()
  await button(page, 'Volver').click()
  await expect(title(page, 'Tu frase semilla')).toBeFocused()
  expect(await readPhrase(page)).toBe(phrase)
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('S3 a phrase that was pasted is off the clipboard a minute later', async ({ page }) => {
    await page.clock.install()
    await page.goto('/seed')
    await page.evaluate((text) => navigator.clipboard.writeText(text), ENGLISH)
    await button(page, 'Ya tengo una frase semilla').click()
    await page.getByRole('textbox', { name: 'Frase semilla' }).press('ControlOrMeta+v')
    await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toHaveValue(ENGLISH)
    await page.clock.fastForward(61_000)
    await expect(alert(page)).toContainText('Borramos la frase semilla del portapapeles.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('')
  })
})

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
