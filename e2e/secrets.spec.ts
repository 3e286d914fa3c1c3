import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { everythingKept } from './device.ts'
import { expect, test } from './fixtures.ts'
import { ana, button, chooseInMenu, expectDashboard, fillIn, lock, logIn, passQuiz, readPhrase, saySaved } from './steps.ts'

test('a whole visit leaves no secret in storage, address, history, attributes, console or network', async ({ page, context }) => {
  test.slow()
  const said: string[] = []
  context.on('console', (message) => said.push(message.text()))
  context.on('request', (request) => said.push(request.url(), request.postData() ?? ''))

  const traces: Record<string, string> = {}
  const note = async (moment: string) => {
    traces[moment] = [await everythingKept(page), page.url(), await historyOf(page), await attributesOf(page)].join('\n')
  }

  await page.goto('/login')
  await fillIn(page, ana)
  await button(page, 'Mostrar contraseña').click()
  await note('credentials typed')
  await button(page, 'Acceder').click()
  const phrase = await readPhrase(page)
  await note('words shown')
  await saySaved(page)
  await note('quiz')
  await passQuiz(page, phrase)
  await expectDashboard(page)
  await note('dashboard')
  traces.dashboardText = await page.content()
  await lock(page)
  await note('locked')
  traces.lockedText = await page.content()
  await logIn(page, ana)
  await expectDashboard(page)
  await note('unlocked')
  await chooseInMenu(page, 'Ver frase semilla')
  await fillIn(page.getByRole('dialog'), ana)
  await button(page.getByRole('dialog'), 'Ver frase semilla').click()
  await expect(page.getByRole('listitem')).toHaveCount(12)
  await note('words shown again')
  await button(page, 'Listo').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  traces.closedText = await page.content()
  traces.said = said.join('\n')

  for (const [moment, trace] of Object.entries(traces)) {
    for (const [name, secret] of secretsOf(phrase)) {
      expect(trace.toLowerCase().includes(secret.toLowerCase()), `${name} at: ${moment}`).toBe(false)
    }
  }
  // The search does find what is there.
  expect(traces.unlocked).toContain('entrepares-vault')
  expect(traces['words shown']).toContain('aria-label')
})

/** Everything that must not be found, in plain text, hexadecimal and base64. */
function secretsOf(phrase: string): [name: string, text: string][] {
  const words = phrase.split(' ')
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const key = Buffer.from(mnemonicToAccount(phrase).getHdKey().privateKey ?? [])
  const texts = [phrase, ana.password, ana.pin, ...pairs, ...pairs.map((pair) => pair.replace(' ', '","'))]
  return [
    ...texts.flatMap((text): [string, string][] => [[text, text], ...encoded(text, Buffer.from(text))]),
    ...encoded('private key', key),
  ]
}

function encoded(name: string, bytes: Buffer): [string, string][] {
  return [
    [`${name} in hexadecimal`, bytes.toString('hex')],
    [`${name} in base64`, bytes.toString('base64').replace(/=+$/, '')],
    [`${name} in base64url`, bytes.toString('base64url')],
  ]
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
