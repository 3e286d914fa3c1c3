// A node that forges results, lags behind, or follows a chain that reorganises.
import type { Page } from '@playwright/test'
import { type Address, decodeFunctionResult, encodeFunctionResult, type Hex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { people } from '../devchain/people.ts'
import { loanLensAbi } from '../web/chain/abi.ts'
import { DOLLAR } from '../web/loans/loan.ts'
import { debts, offers } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import type { Fault } from './node.ts'
import { publish, take } from './others.ts'
import { header, openDashboard } from './steps.ts'

const me = people.deployer

type Board = ReturnType<typeof decodeBoard>

function decodeBoard(data: Hex) {
  return decodeFunctionResult({ abi: loanLensAbi, functionName: 'dashboard', data })
}

/** The chain's own result of `dashboard`, changed. */
function forged(change: (board: Board) => Board): Fault {
  return async ({ ask, answer }) => {
    const { result, ...rest } = JSON.parse(await ask())
    const forgery = encodeFunctionResult({
      abi: loanLensAbi,
      functionName: 'dashboard',
      result: change(decodeBoard(result)),
    })
    answer(JSON.stringify({ ...rest, result: forgery }))
  }
}

test.describe('a node that lies', () => {
  test.use({ viewport: { width: 360, height: 720 } })

  test('cannot spoil the page: loans that cannot be are left out and counted, notes are nothing but text, and all stays in its place', async ({
    page,
    world,
  }) => {
    await page.clock.install()
    await take(world, me, 1n)

    world.node.breakWith(
      forged((board) => {
        const [impossible, huge, fine] = board.openOffers.items
        const [debt] = board.borrowed.items
        if (!impossible || !huge || !fine || !debt) throw new Error('The chain has too few loans to lie about.')
        return {
          ...board,
          openOffers: {
            ...board.openOffers,
            items: [
              { ...impossible, loan: { ...impossible.loan, status: 9 } },
              { ...huge, loan: { ...huge.loan, principal: 2n ** 256n - 1n } },
              fine,
            ],
          },
          borrowed: { ...board.borrowed, items: [{ ...debt, loan: { ...debt.loan, dueTs: 2n ** 256n - 1n } }, debt] },
        }
      }),
      'eth_call',
    )
    await openDashboard(page)
    await test.step('what cannot be a loan is left out and counted, and the rest of the page is drawn', async () => {
      await expect(offers(page)).toHaveCount(1)
      await expect(offers(page)).toContainText('$ 500.00')
      await expect(debts(page).first()).toContainText('$ 300.00')
      await expect(header(page)).toContainText('3 préstamos de la red no se pueden leer y no se muestran.')
      await expectNoSidewaysScroll(page)
    })

    const notes = [
      '<img src=x onerror="window.wasRun = true"><script>window.wasRun = true</script>',
      'pagas\u0000 \u202e00001 $\u202c\u2066 antes\u0007 del martes',
      'A'.repeat(100_000),
    ]
    world.node.breakWith(
      forged((board) => ({
        ...board,
        openOffers: {
          ...board.openOffers,
          items: notes.flatMap((comment, at) => {
            const item = board.openOffers.items[at]
            return item ? [{ ...item, comment }] : []
          }),
        },
      })),
      'eth_call',
    )
    await page.clock.runFor(10_000)
    await test.step('a note is nothing but text, in one direction, of bounded length', async () => {
      await expect(offers(page)).toHaveCount(3)
      await expect(offers(page).nth(0)).toContainText('<img src=x onerror="window.wasRun = true">')
      await expect(offers(page).nth(1)).toContainText('pagas 00001 $ antes del martes')
      await expect(offers(page).nth(2)).toContainText('A'.repeat(280))
      await expect(offers(page).nth(2)).not.toContainText('A'.repeat(281))
      expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
      await expect(page.locator('main img')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
    })

    const most = 2n ** 256n - 1n
    world.node.breakWith(
      forged((board) => ({ ...board, ethBalance: most, dollarBalance: most, claimable: most })),
      'eth_call',
    )
    await page.clock.runFor(10_000)
    await test.step('a balance of any size stays within the page', async () => {
      await expect(header(page)).toContainText('Dólares de prueba: $ 115,792,089')
      await expectNoSidewaysScroll(page)
    })
  })
})

test('an offer that a reorganised chain forgets goes away by itself', async ({ page, world }) => {
  await page.clock.install()
  const fork = await world.client.markFork()
  await publish(world, people.ana, { principal: 33n * DOLLAR })
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(5)
  await expect(offers(page).first()).toContainText('$ 33.00')

  await fork.reorganise()

  await page.clock.runFor(10_000)
  await expect(offers(page)).toHaveCount(4)
  await expect(offers(page).first()).toContainText('$ 100.00')
})

test('a node that lags does not bring back what is gone', async ({ page, world }) => {
  await page.clock.install()
  const before = await getBlockNumber(world.client, { cacheTime: 0 })
  await take(world, people.luis, 1n)
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(3)

  let answers = 0
  world.node.breakWith(async ({ ask, params, answer }) => {
    const [call] = params as [{ to: Address }]
    const old = await ask([call, numberToHex(before)])
    expect(decodeBoard(JSON.parse(old).result).openOffersLength).toBe(4n)
    answer(old)
    answers++
  }, 'eth_call')
  for (let round = 1; round <= 3; round++) {
    await page.clock.runFor(10_000)
    await expect.poll(() => answers).toBe(round)
    await expect(offers(page)).toHaveCount(3)
  }

  await world.node.heal()
  await publish(world, people.ana, { principal: 34n * DOLLAR })
  await page.clock.runFor(10_000)
  await expect(offers(page)).toHaveCount(4)
  await expect(offers(page).first()).toContainText('$ 34.00')
})

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}
