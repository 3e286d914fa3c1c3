import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../support/fixtures.ts'
import { confirmPhraseSaved, expectDashboard, importPhrase, passQuiz, readPhrase } from '../support/steps.ts'

test('a Spanish phrase is understood, with or without its accents, and gives the address that other wallets show', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/seed')
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

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
