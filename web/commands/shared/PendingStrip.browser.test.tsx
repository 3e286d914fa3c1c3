import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { button, header, market, requestOffer, underWay } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

const SIZES: [number, number][] = [
  [1280, 720],
  [360, 640],
]

afterEach(() => page.viewport(1280, 720))

test('what is under way is seen at 1280 × 720 and at 360 × 640, however the page is scrolled, and moves nothing as it comes and goes', {
  tags: 'long',
}, async () => {
  await page.viewport(360, 640)
  const world = await beginWorld()
  await world.fund(people.deployer.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await expect.element(underWay()).not.toBeInTheDocument()
  await world.client.setAutomine(false)
  const parts = [header().element(), market().element()]
  const places = () => parts.map((part) => Math.round(part.getBoundingClientRect().top))
  const taking = await requestOffer('Préstamo corto')
  const before = places()
  await button('Aceptar préstamo', taking).click()
  await button('Seguir en el panel', taking).click()
  await expect.element(underWay()).toHaveTextContent('Tomar préstamo de $ 100.00')
  expect(places()).toEqual(before)
  for (const size of SIZES) {
    await page.viewport(...size)
    for (const top of [document.documentElement.scrollHeight, 0]) {
      window.scrollTo({ top, behavior: 'instant' })
      await expect.poll(() => isWholeOnScreen(underWay().element())).toBe(true)
    }
  }
  const scrolled = places()
  await world.client.mine({ blocks: 1 })
  await expect.element(underWay()).not.toBeInTheDocument()
  expect(places()).toEqual(scrolled)
})

test('at the end of the page nothing is left under what is under way', { tags: 'long' }, async () => {
  const world = await beginWorld()
  await world.fund(people.deployer.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await world.client.setAutomine(false)
  const taking = await requestOffer('Para una emergencia')
  await button('Aceptar préstamo', taking).click()
  await button('Seguir en el panel', taking).click()
  await expect.element(underWay()).toBeVisible()
  for (const size of SIZES) {
    await page.viewport(...size)
    const footer = document.querySelector('footer')
    if (!footer) throw new Error('There is no footer')
    const read = () => footer.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(footer).paddingBottom)
    const free = () => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      return underWay().element().getBoundingClientRect().top - read()
    }
    await expect.poll(free, { message: size.join(' × ') }).toBeGreaterThanOrEqual(0)
  }
})

test('on a low screen, where it is part of the page, passing notices stay at the bottom', { tags: 'long' }, async () => {
  const world = await beginWorld()
  await world.fund(people.deployer.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await world.client.setAutomine(false)
  const taking = await requestOffer('Para una emergencia')
  await button('Aceptar préstamo', taking).click()
  await button('Seguir en el panel', taking).click()
  await expect.element(underWay()).toBeVisible()
  await page.viewport(640, 360)
  expect(getComputedStyle(underWay().element()).position).toBe('static')
  const room = () => Number.parseFloat(document.documentElement.style.getPropertyValue('--strip') || '0')
  await expect.poll(room).toBe(0)
})

/** In the viewport, and not under something else. */
function isWholeOnScreen(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const isAbove = [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)))
  return top >= 0 && bottom <= innerHeight && isAbove
}
