import type { Page } from '@playwright/test'
import { getAbiItem, parseEther, toFunctionSelector } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { people } from '../../devchain/people.ts'
import { loanLensAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { market } from '../support/dashboard.ts'
import { anasVault, storeAnasVault } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { ask, cancel, publish, take } from '../support/others.ts'
import {
  alert,
  ana,
  button,
  confirmPhraseSaved,
  expectDashboard,
  expectLogin,
  logIn,
  openStoredWallet,
  passQuiz,
  readPhrase,
} from '../support/steps.ts'

const offered = (page: Page) => page.getByRole('dialog', { name: 'Solicitar préstamo' })
const { luis, eva } = people

test('a link opens its offer after the wallet was unlocked, once', async ({ page, world }) => {
  const id = await publish(world, luis, { principal: 77_000_000n })
  await page.goto('/mark.svg')
  await storeAnasVault(page)
  await page.goto(`/dashboard?prestamo=${id}`)
  await expectLogin(page)
  await expect(page.getByText('Te compartieron un préstamo. Entra, o crea tu billetera, y lo verás.')).toBeVisible()
  await logIn(page, ana)
  await expect(offered(page)).toContainText('$ 77.00')
  await button(offered(page), 'Ahora no').click()
  await expectDashboard(page)

  await page.reload()
  await logIn(page, ana)
  await expectDashboard(page)
  await expect(page.getByRole('button', { name: /^Solicitar \$ 77\.00/ })).toBeVisible()
  await expect(offered(page)).toBeHidden()
})

test('a newcomer makes a wallet, and the link opens its offer then', async ({ page, world }) => {
  const id = await publish(world, luis, { principal: 77_000_000n })
  await page.goto(`/dashboard?prestamo=${id}`)
  await expectLogin(page)
  await logIn(page, ana)
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expect(offered(page)).toContainText('$ 77.00')
})

test.describe('a link that leads nowhere says so', () => {
  test('an id that does not exist, and one that is none', async ({ page }) => {
    await openStoredWallet(page)
    for (const id of ['999', 'siete', '0', '9'.repeat(50)]) {
      await page.goto(`/dashboard?prestamo=${id}`)
      await logIn(page, ana)
      await expect(alert(page)).toContainText('Ese enlace no lleva a ningún préstamo de esta red.')
      await expectDashboard(page)
    }
  })

  test('an offer for somebody else, taken, withdrawn or one’s own', async ({ page, world }) => {
    const forEva = await publish(world, luis, { to: eva.address })
    const taken = await publish(world, luis, {})
    await take(world, eva, taken)
    const withdrawn = await publish(world, luis, {})
    await cancel(world, luis, withdrawn)
    await openStoredWallet(page)
    for (const [id, sentence] of [
      [forEva, 'El enlace es de un préstamo que solo puede tomar otra persona.'],
      [taken, 'Otra persona ya tomó ese préstamo.'],
      [withdrawn, 'Quien publicó ese préstamo lo retiró.'],
    ] as const) {
      await page.goto(`/dashboard?prestamo=${id}`)
      await logIn(page, ana)
      await expect(alert(page)).toContainText(sentence)
      await expect(offered(page)).toBeHidden()
    }
  })
})

test('a link that is read late waits until the dialog that somebody opened meanwhile is done, and inherits nothing of it', async ({
  page,
  world,
}) => {
  await ask(world, luis, { principal: 50n * DOLLAR, note: 'La primera' })
  const id = await ask(world, eva, { principal: 70n * DOLLAR, note: 'La del enlace' })
  const { address } = mnemonicToAccount(anasVault.phrase)
  await world.client.setBalance({ address, value: parseEther('1') })
  await fund(world, address, 500)
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  const itemsOf = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'itemsOf' }))
  world.node.breakWith(async ({ params, ask: forward, answer }) => {
    if (JSON.stringify(params).includes(itemsOf)) await isHeld
    answer(await forward())
  }, 'eth_call')
  await page.goto('/mark.svg')
  await storeAnasVault(page)
  await page.goto(`/dashboard?prestamo=${id}`)
  await logIn(page, ana)
  await market(page).getByRole('tab', { name: 'Solicitudes' }).click()
  await page.getByRole('button', { name: /^Prestar \$ 50\.00/ }).click()
  const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
  await world.client.setAutomine(false)
  await button(lending, 'Prestar $ 50.00').click()
  await expect(lending).toContainText('TX enviada')
  release()
  await world.client.mine({ blocks: 1 })
  await world.client.setAutomine(true)
  await expect(lending).toContainText(/Le prestas\s*\$ 70\.00/)
  await expect(button(lending, 'Prestar $ 70.00')).toBeEnabled()
  await expect(lending).not.toContainText('TX confirmada')
})
