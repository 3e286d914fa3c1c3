// A network that is gone and comes back, seen from the whole page.
import { parseEther } from 'viem'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { market } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { faults } from '../support/node.ts'
import { confirmPhraseSaved, header, importPhrase, passQuiz } from '../support/steps.ts'

const me = people.deployer

test.describe('without an answer', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('H2 the balance reads $ 0.00 while loading and when it cannot be read; a chip says why, and it comes back by itself', async ({
    page,
    world,
  }) => {
    await page.clock.install()
    await world.client.setBalance({ address: me.address, value: parseEther('2') })
    const balance = header(page).getByRole('status')
    let isAsked = false
    world.node.breakWith(() => {
      isAsked = true
    }, 'eth_call')
    await page.goto('/seed')
    await importPhrase(page, TEST_PHRASE)
    await confirmPhraseSaved(page)
    // Almost stops the clock, so that the request stays pending during the assertions.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await passQuiz(page, TEST_PHRASE)
    const tick = async () => {
      await page.clock.runFor(100)
      return isAsked
    }
    await expect.poll(tick, { intervals: [50] }).toBe(true)
    await expect(balance).toHaveText('$ 0.00')
    await expect(header(page)).not.toContainText('Sin conexión')

    await page.clock.resume()
    await world.node.heal()
    await expect(header(page)).toContainText('Sin conexión')
    await expect(balance).toHaveText('$ 0.00')
    await page.clock.runFor(10_000)
    await expect(balance).toHaveText('$ 8944.00')
    await expect(header(page)).toContainText('Red local')

    world.node.breakWith(faults.httpError)
    await page.clock.runFor(10_000)
    await expect(header(page)).toContainText('Sin conexión')
    await expect(balance).toHaveText('$ 0.00')
    await expect(header(page)).toContainText('La red no responde.')
    await expect(market(page)).toContainText('$ 1200.00')

    await world.node.heal()
    await page.clock.runFor(10_000)
    await expect(balance).toHaveText('$ 8944.00')
    await expect(header(page)).toContainText('Red local')
  })
})
