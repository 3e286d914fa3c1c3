// A node that forges results, lags behind, or follows a chain that reorganises.
import type { Page } from '@playwright/test'
import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  zeroAddress,
} from 'viem'
import { getBlockNumber } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { startChain } from '../../devchain/start.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { debts, market, offers } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Board, decodeBoard, forged } from '../support/forged.ts'
import { says } from '../support/node.ts'
import { ask, publish, take } from '../support/others.ts'
import { button, header, openDashboard } from '../support/steps.ts'

const me = people.deployer

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

    const most = 2n ** 128n - 1n
    world.node.breakWith(
      forged((board) => ({ ...board, ethBalance: most, dollarBalance: most, claimable: most })),
      'eth_call',
    )
    await page.clock.runFor(10_000)
    await test.step('the largest balance stays within the page', async () => {
      await expect(header(page)).toContainText(/Para prestar y pagar\s*\$ 340,282,366/)
      await expectNoSidewaysScroll(page)
    })
  })
})

test('a forged page of requests: what cannot be one is left out and counted, an offer is not shown as one, and nothing is signed for a lie', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 720 })
  for (const note of ['Uno', 'Dos', 'Tres', 'Cuatro']) await ask(world, people.luis, { principal: 40n * DOLLAR, note })
  world.node.breakWith(async (call) => {
    const [{ data }] = call.params as [{ data: Hex }]
    const { functionName } = decodeFunctionData({ abi: loanLensAbi, data })
    if (functionName === 'personOf') {
      const record = { taken: 2n ** 255n, repaid: 2n ** 255n, repaidLate: 2n ** 255n, repaidDollars: 2n ** 255n }
      const result = { record, examined: 2n ** 255n, overdue: 2n ** 255n, lenders: 2n ** 255n }
      return says(encodeFunctionResult({ abi: loanLensAbi, functionName, result }))(call)
    }
    if (functionName !== 'dashboard') return call.answer(await call.ask())
    return forged((board) => {
      const [one, two, three, four] = board.openRequests.items
      const [offer] = board.openOffers.items
      if (!one || !two || !three || !four || !offer) return board
      const items = [
        { ...one, loan: { ...one.loan, status: 9 } },
        { ...two, loan: { ...two.loan, borrower: zeroAddress } },
        offer,
        { ...three, comment: '<img src=x onerror="window.wasRun = true">' },
        // With a record, so that more is asked about the person.
        { ...four, loan: { ...four.loan, principal: 400n * DOLLAR }, record: { ...four.record, taken: 1n } },
      ]
      return { ...board, openRequests: { ...board.openRequests, items } }
    })(call)
  }, 'eth_call')
  await openDashboard(page)
  await market(page).getByRole('tab', { name: 'Solicitudes' }).click()
  await expect(offers(page)).toHaveCount(2)
  await expect(offers(page).first()).toContainText('<img src=x onerror="window.wasRun = true">')
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
  await expect(header(page)).toContainText('2 préstamos de la red no se pueden leer y no se muestran.')
  await expectNoSidewaysScroll(page)

  // The contract knows other terms than those that are shown.
  await page.getByRole('button', { name: /^Prestar \$ 400\.00/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('ya no es el que viste')
  await expect(button(dialog, 'Prestar $ 400.00')).toBeDisabled()
  await expect(dialog.getByRole('list', { name: 'Historial' })).toContainText('Devolvió')
  await expectNoSidewaysScroll(page)
})

test('one answer with a number that cannot be is not taken: the page keeps what it has, says so, and goes on', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(4)
  for (const [field, lie] of [
    ['timestamp', { timestamp: 2n ** 60n }],
    ['blockNumber', { blockNumber: 2n ** 255n }],
    ['chainId', { chainId: 2n ** 255n }],
    ['openOffersLength', { openOffersLength: 2n ** 200n }],
    ['offersForLength', { offersForLength: 2n ** 200n }],
    ['openRequestsLength', { openRequestsLength: 2n ** 200n }],
    ['requestsForLength', { requestsForLength: 2n ** 200n }],
    ['openRequests.next', { openRequests: { items: [], next: 2n ** 200n } }],
    ['ethBalance', { ethBalance: 2n ** 200n }],
    ['dollarBalance', { dollarBalance: 2n ** 200n }],
    ['claimable', { claimable: 2n ** 200n }],
    ['openOffers.next', { openOffers: { items: [], next: 2n ** 200n } }],
    ['lent.length', { lent: { length: 2n ** 200n, rows: [], items: [] } }],
  ] as const) {
    await test.step(field, async () => {
      world.node.breakWith(
        forged((board) => ({ ...board, ...lie })),
        'eth_call',
      )
      await page.clock.runFor(10_000)
      await expect(header(page)).toContainText('Sin conexión')
      await expect(offers(page)).toHaveCount(4)
      await world.node.heal()
      await page.clock.runFor(10_000)
      await expect(header(page)).toContainText('Red local')
    })
  }
})

test('one answer of a block far ahead does not freeze the page: what it shows is marked as old, and then renewed', async ({
  page,
  world,
}) => {
  await page.clock.install()
  world.node.breakWith(
    forged((board) => ({
      ...board,
      blockNumber: board.blockNumber + 1_000_000n,
      timestamp: board.timestamp + 12_000_000n,
    })),
    'eth_call',
  )
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(4)

  await world.node.heal()
  await publish(world, people.ana, { principal: 35n * DOLLAR })
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(header(page)).toContainText('Ves los de hace', { timeout: 500 })
  }).toPass()
  await expect(offers(page)).toHaveCount(4)
  await expect(async () => {
    await world.client.mine({ blocks: 1 })
    await page.clock.runFor(10_000)
    await expect(offers(page)).toHaveCount(5, { timeout: 500 })
  }).toPass()
  await expect(header(page)).not.toContainText('Ves los de hace')
})

test('a local chain that begins again is shown, with the tab still open', async ({ page, world }) => {
  await page.clock.install()
  await publish(world, people.ana, { principal: 35n * DOLLAR })
  await world.client.mine({ blocks: 500 })
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(5)

  const restarted = await startChain()
  try {
    await createChainClient(restarted.transport).increaseTime({ seconds: DAY })
    await createChainClient(restarted.transport).mine({ blocks: 1 })
    world.node.standBefore(async () => restarted)
    await page.clock.runFor(10_000)
    await expect(offers(page)).toHaveCount(4)
  } finally {
    await restarted.stop()
  }
})

test.describe('a list of offers that is claimed to be long', () => {
  test('and brings nothing is asked for a few times, ever more slowly, and then only on request', async ({ page, world }) => {
    await page.clock.install()
    let pages = 0
    let isAdvancing = false
    world.node.breakWith(async (call) => {
      const [{ data }] = call.params as [{ data: Hex }]
      const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
      if (functionName !== 'openOffers') {
        const lie = (board: Board) => ({ ...board, openOffersLength: 1_000_000n, openOffers: { items: [], next: 100n } })
        return forged(lie)(call)
      }
      pages++
      const next = isAdvancing ? args[1] + 100n : args[1]
      const result = encodeFunctionResult({ abi: loanLensAbi, functionName, result: { items: [], next } })
      call.answer(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
    }, 'eth_call')
    await openDashboard(page)
    await expect(market(page)).toContainText('ofertas abiertas')
    await advance(page, 16)
    // After 1, 2, 4 and 8 seconds.
    expect(pages).toBeGreaterThan(1)
    expect(pages).toBeLessThanOrEqual(5)

    isAdvancing = true
    pages = 0
    await expect(async () => {
      await page.clock.runFor(10_000)
      await expect(button(market(page), 'Buscar más')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(market(page)).not.toContainText('No hay ofertas disponibles.')
    const asked = pages
    expect(asked).toBeLessThanOrEqual(5)
    await advance(page, 10)
    expect(pages).toBe(asked)
    await button(market(page), 'Buscar más').click()
    await expect.poll(() => pages).toBeGreaterThan(asked)
  })

  test('and has a loan on a further page that cannot be read: it is left out and counted there too', async ({ page, world }) => {
    await publishMany(world.chain, 120)
    world.node.breakWith(async ({ params, ask, answer }) => {
      const [{ data }] = params as [{ data: Hex }]
      const { functionName } = decodeFunctionData({ abi: loanLensAbi, data })
      const text = await ask()
      if (functionName !== 'openOffers') return answer(text)
      const { result, ...rest } = JSON.parse(text)
      const { items, next } = decodeFunctionResult({ abi: loanLensAbi, functionName, data: result })
      const forgery = items.map((item, at) => (at === 3 ? { ...item, loan: { ...item.loan, status: 9 } } : item))
      answer(
        JSON.stringify({
          ...rest,
          result: encodeFunctionResult({ abi: loanLensAbi, functionName, result: { items: forgery, next } }),
        }),
      )
    }, 'eth_call')
    await openDashboard(page)
    await button(market(page), 'Ver todas las ofertas (124)').click()
    await expect(async () => {
      await page.mouse.wheel(0, 3_000)
      await expect(header(page)).toContainText('1 préstamo de la red no se puede leer y no se muestra.', { timeout: 500 })
    }).toPass()
  })
})

test('a refusal with a number that no date can have is still a sentence, and the page stays', async ({ page, world }) => {
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  const data = encodeErrorResult({ abi: testDollarAbi, errorName: 'DrawTooSoon', args: [2n ** 255n] })
  world.node.breakWith(({ id, answer }) => {
    answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data } }))
  }, 'eth_estimateGas')
  await page.getByRole('button', { name: /^Solicitar \$ 300/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('El contrato la rechazó sin decir por qué.')
  await button(dialog, 'Ahora no').click()
  await expect(header(page)).toBeVisible()
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

/** In small steps, so that each answer arrives before the next request. */
async function advance(page: Page, seconds: number) {
  for (let second = 0; second < seconds; second += 2) {
    await page.clock.runFor(2_000)
    await page.waitForLoadState('networkidle')
  }
}

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}
