// A node that forges results or claims a block far ahead, as the dashboard shows it.
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, type Hex, zeroAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { calledIn, forgedIn } from '../../../e2e/support/forged.ts'
import { ask, publish, take } from '../../../e2e/support/others.ts'
import { loanLensAbi, testDollarAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { breakCalls, mendCalls } from '../../testing/network.ts'
import { alert, button, debts, dialog, header, lookAgain, market, offers } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
  await page.viewport(360, 720)
})
afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1280, 720)
})

describe('a node that lies', () => {
  test('cannot spoil the page: loans that cannot be are left out and counted, notes are nothing but text, and all stays in its place', {
    tags: 'long',
  }, async () => {
    await take(world, me, 1n)
    breakCalls(
      forgedIn('dashboard', (board) => {
        const [impossible, huge, fine] = board.openOffers.items
        const [debt] = board.borrowed.items
        if (!impossible || !huge || !fine || !debt) throw new Error('The chain has too few loans to lie about.')
        const items = [
          { ...impossible, loan: { ...impossible.loan, status: 9 } },
          { ...huge, loan: { ...huge.loan, principal: 2n ** 256n - 1n } },
          fine,
        ]
        const borrowed = [{ ...debt, loan: { ...debt.loan, dueTs: 2n ** 256n - 1n } }, debt]
        return { ...board, openOffers: { ...board.openOffers, items }, borrowed: { ...board.borrowed, items: borrowed } }
      }),
      'eth_call',
    )
    await openDashboard(TEST_PHRASE)
    // Entries that cannot be loans are left out and counted, and the rest of the page is drawn.
    await expect.element(header()).toHaveTextContent('3 préstamos de la red no se pueden leer y no se muestran.')
    await expect.poll(() => offers().elements().length).toBe(1)
    await expect.element(offers()).toHaveTextContent('$ 500.00')
    await expect.element(debts().first()).toHaveTextContent('$ 300.00')
    await expectNoSidewaysScroll()

    const notes = [
      '<img src=x onerror="window.wasRun = true"><script>window.wasRun = true</script>',
      'pagas\u0000 \u202e00001 $\u202c\u2066 antes\u0007 del martes',
      'A'.repeat(100_000),
    ]
    breakCalls(
      forgedIn('dashboard', (board) => {
        const items = board.openOffers.items.slice(0, 3).map((item, at) => ({ ...item, comment: notes[at] ?? '' }))
        return { ...board, openOffers: { ...board.openOffers, items } }
      }),
      'eth_call',
    )
    lookAgain()
    // A note is nothing but text, in one direction, of bounded length: on the page, and in the view of all.
    await page.getByRole('button', { name: /^Ver todas las ofertas/ }).click()
    const cards = dialog('Ofertas').getByRole('listitem')
    await expect.poll(() => cards.elements().length).toBe(3)
    await expect.element(cards.nth(0)).toHaveTextContent('<img src=x onerror="window.wasRun = true">')
    await expect.element(cards.nth(1)).toHaveTextContent('pagas 00001 $ antes del martes')
    await expect.element(cards.nth(2)).toHaveTextContent('A'.repeat(280))
    await expect.element(cards.nth(2)).not.toHaveTextContent('A'.repeat(281))
    expect('wasRun' in window).toBe(false)
    expect(document.querySelectorAll('img')).toHaveLength(0)
    expect(dialog('Ofertas').element().querySelector('.MuiDialogContent-root')?.scrollWidth).toBeLessThanOrEqual(360)
    await button('Volver', dialog('Ofertas')).click()
    await expect.poll(() => offers().elements().length).toBe(2)
    await expectNoSidewaysScroll()

    const most = 2n ** 128n - 1n
    breakCalls(
      forgedIn('dashboard', (board) => ({ ...board, ethBalance: most, dollarBalance: most, claimable: most })),
      'eth_call',
    )
    lookAgain()
    // The largest balance stays within the page.
    await expect.element(header()).toHaveTextContent(/Para prestar y pagar\s*\$ 340,282,366/)
    await expectNoSidewaysScroll()
  })
})

test('a forged page of requests: what cannot be one is left out and counted, an offer is not shown as one, and nothing is signed for a lie', {
  tags: 'long',
}, async () => {
  for (const note of ['Uno', 'Dos', 'Tres', 'Cuatro']) await ask(world, people.luis, { principal: 40n * DOLLAR, note })
  breakCalls(async (call) => {
    if (calledIn(call.params) === 'personOf') {
      const most = 2n ** 255n
      const record = { taken: most, repaid: most, repaidLate: most, forgiven: most, repaidDollars: most }
      return forgedIn('personOf', () => ({
        record,
        examined: most,
        lenders: most,
        active: most,
        overdue: most,
        lent: most,
        borrowers: most,
      }))(call)
    }
    return forgedIn('dashboard', (board) => {
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
  await openDashboard(TEST_PHRASE)
  await market().getByRole('tab', { name: 'Solicitudes' }).click()
  await expect.poll(() => offers().elements().length).toBe(2)
  await expect.element(offers().first()).toHaveTextContent('<img src=x onerror="window.wasRun = true">')
  expect('wasRun' in window).toBe(false)
  await expect.element(header()).toHaveTextContent('2 préstamos de la red no se pueden leer y no se muestran.')
  await expectNoSidewaysScroll()

  // The contract knows other terms than those that are shown.
  await page.getByRole('button', { name: /^Prestar \$ 400\.00/ }).click()
  await expect.element(alert(dialog())).toHaveTextContent('ya no es el que viste')
  await expect.element(button('Prestar $ 400.00', dialog())).toBeDisabled()
  await expect.element(dialog().getByRole('list', { name: 'Historial' })).toHaveTextContent('Devolvió')
  await expectNoSidewaysScroll()
})

test('one answer of a block far ahead does not freeze the page: what it shows is marked as old, and then renewed', {
  tags: 'long',
}, async () => {
  breakCalls(
    forgedIn('dashboard', (board) => ({
      ...board,
      blockNumber: board.blockNumber + 1_000_000n,
      timestamp: board.timestamp + 12_000_000n,
    })),
    'eth_call',
  )
  await openDashboard(TEST_PHRASE)
  await expect.element(market()).toHaveTextContent('4 ofertas abiertas')

  mendCalls()
  await publish(world, people.ana, { principal: 35n * DOLLAR })
  await expect
    .poll(() => {
      lookAgain()
      return header().element().textContent
    })
    .toContain('Ves los de hace')
  await expect.element(market()).toHaveTextContent('4 ofertas abiertas')
  await expect
    .poll(async () => {
      await world.client.mine({ blocks: 1 })
      lookAgain()
      return market().element().textContent
    })
    .toContain('5 ofertas abiertas')
  await expect.element(header()).not.toHaveTextContent('Ves los de hace')
})

describe('a list of offers that is claimed to be long', () => {
  test('and brings nothing is asked for a few times, and then only on request', { tags: 'long' }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let pages = 0
    let asked = 0
    let answered = 0
    breakCalls(async (call) => {
      asked++
      const [{ data }] = call.params as [{ data: Hex }]
      const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
      if (functionName === 'open') {
        pages++
        const result = { items: [], next: args[2] - 1n }
        call.answer(
          JSON.stringify({
            jsonrpc: '2.0',
            id: call.id,
            result: encodeFunctionResult({ abi: loanLensAbi, functionName, result }),
          }),
        )
      } else {
        const openOffers = { items: [], next: 1_000_000n }
        await forgedIn('dashboard', (board) => ({ ...board, openOffersLength: 1_000_000n, openOffers }))(call)
      }
      answered++
    }, 'eth_call')
    /** In small steps, so that each answer arrives before the next request. */
    const advance = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 2) {
        await vi.advanceTimersByTimeAsync(2_000)
        await expect.poll(() => answered).toBe(asked)
      }
    }
    await openDashboard(TEST_PHRASE)
    await expect.element(market()).toHaveTextContent('ofertas abiertas')
    await expect.element(button('Buscar más', market())).toBeVisible()
    await expect.element(market()).not.toHaveTextContent('No hay ofertas disponibles.')
    expect(pages).toBe(3)
    await advance(20)
    expect(pages).toBe(3)
    await button('Buscar más', market()).click()
    await expect.poll(() => pages).toBe(6)
  })
})

test('a refusal with a number that no date can have is still a sentence, and the page stays', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  const data = encodeErrorResult({ abi: testDollarAbi, errorName: 'DrawTooSoon', args: [2n ** 255n] })
  breakCalls(({ id, answer }) => {
    answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data } }))
  }, 'eth_estimateGas')
  await page.getByRole('button', { name: /^Solicitar \$ 100/ }).click()
  await expect.element(alert(dialog())).toHaveTextContent('El contrato la rechazó sin decir por qué.')
  await button('Ahora no', dialog()).click()
  await expect.element(header()).toBeVisible()
})

/** Once sizes that depend on the content, such as that of a balance, are measured. */
async function expectNoSidewaysScroll() {
  await expect.poll(() => document.documentElement.scrollWidth).toBe(360)
}
