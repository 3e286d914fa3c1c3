// The focused element vanishes: the keyboard goes on from there, and not from the top of the page.
import { beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { confirmPhraseSaved, expectDashboard, openLoginWithVault, passQuiz, readPhrase } from '../../testing/access.ts'
import { ana } from '../../testing/device.ts'
import { openApp, openDashboard } from '../../testing/mount.tsx'
import {
  button,
  dialog,
  fillOfferAndSeeFee,
  focus,
  lookAgain,
  market,
  proposal,
  publishForm,
  publishStatus,
  requestOffer,
  section,
  title,
} from '../../testing/screen.ts'
import { logIn } from '../../testing/vaultSteps.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('from screen to screen the focus is on what the screen is called', { tags: 'long' }, async () => {
  openApp('/login')
  await logIn(ana)
  await expect.element(title('Tu frase semilla')).toHaveFocus()
  const phrase = await readPhrase()
  await confirmPhraseSaved()
  await expect.element(title('Confirmar frase semilla')).toHaveFocus()
  await passQuiz(phrase)
  await expectDashboard()
  await expect.element(title('Panel')).toHaveFocus()
})

test('a wallet that is opened begins at its heading', { tags: 'long' }, async () => {
  await openLoginWithVault()
  await logIn(ana)
  await expectDashboard()
  await expect.element(title('Panel')).toHaveFocus()
})

test('an offer that was accepted, with the button that had the focus, leaves it in the market', { tags: 'long' }, async () => {
  await world.fund(me.address, 100)
  await publish(world, people.ana, { note: 'Para una bici' })
  await openDashboard(TEST_PHRASE)
  const taking = await requestOffer('Para una bici')
  await button('Aceptar préstamo', taking).click()
  await expect.element(proposal('Para una bici')).not.toBeInTheDocument()
  await expectFocusIn(market())
})

test('an offer that somebody else takes while one is on its button, too', { tags: 'long' }, async () => {
  const id = await publish(world, people.ana, { note: 'Para una bici' })
  await openDashboard(TEST_PHRASE)
  const offered = proposal('Para una bici').getByRole('button', { name: /^Solicitar/ })
  await expect.element(offered).toBeVisible()
  focus(offered)
  await take(world, people.luis, id)
  lookAgain()
  await expect.element(proposal('Para una bici')).not.toBeInTheDocument()
  await expectFocusIn(market())
})

test('publishing leaves the focus in the form, and dismissing the first steps in the page', { tags: 'long' }, async () => {
  await world.fund(me.address, 100)
  await openDashboard(TEST_PHRASE)
  await fillOfferAndSeeFee({ amount: '10', apr: '5' })
  await button('Publicar', publishForm()).click()
  await expect.element(publishStatus()).toHaveTextContent('publicada')
  await expectFocusIn(publishForm())

  await button('Quitar estos pasos', section('Tres pasos para empezar')).click()
  await expect.poll(() => document.activeElement?.tagName).toBe('H1')
})

/** And in no dialog. */
async function expectFocusIn(scope: Locator) {
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => scope.element().contains(document.activeElement)).toBe(true)
  expect(page.elementLocator(document.body).element()).not.toBe(document.activeElement)
}
