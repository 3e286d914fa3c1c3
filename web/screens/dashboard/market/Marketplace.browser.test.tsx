// The marketplace: many offers, own offers, and offers addressed to the account.
import { getAbiItem, toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { publish } from '../../../../e2e/support/others.ts'
import { loanLensAbi } from '../../../chain/abi.ts'
import { DOLLAR } from '../../../loans/loan.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { alert, button, debts, dialog, market, offers, publishForm, section } from '../../../testing/screen.ts'
import { countCalls } from '../../../testing/sending.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

/** Selector of LoanLens.open, which loads further pages. */
const OPEN_SELECTOR = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'open' }))

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

const status = () => market().getByRole('status')
const search = () => market().getByLabelText('Buscar')
const offersShown = () => expect.poll(() => offers().elements())
const cardAt = (position: number) => document.querySelector(`[aria-posinset="${position}"]`)

describe('a long list', () => {
  test('is folded until one asks for all of it; fewer than 60 are ever drawn, each page is one request, and it folds from anywhere', {
    tags: 'long',
  }, async () => {
    await commands.publishMany(596)
    await openDashboard(TEST_PHRASE)
    await offersShown().toHaveLength(8)
    const mostCards = recordMostCards()
    const pages = countCalls('eth_call', OPEN_SELECTOR)

    await button('Ver todas las ofertas (600)').click()
    await expect.poll(() => cardAt(9)).toBeVisible()
    const fewer = button('Ver menos', market())
    await expect.element(fewer).toBeInViewport()
    await scrollUntilLoaded(600)
    await expect.poll(() => cardAt(600)?.textContent).toContain('$ 300.00')
    expect(mostCards()).toBeLessThan(60)
    expect(mostCards()).toBeGreaterThan(8)
    expect(pages()).toBe(5)
    await expect.element(fewer).toBeInViewport()

    await fewer.click()
    await offersShown().toHaveLength(8)
    await expect.element(button('Ver todas las ofertas (600)')).toBeInViewport()
    await expect.element(publishForm()).toBeVisible()
  })

  test('by keyboard one goes on at the first new offer, Escape folds it again', {
    tags: 'long',
  }, async () => {
    await commands.publishMany(36)
    await openDashboard(TEST_PHRASE)
    const all = button('Ver todas las ofertas (40)')
    ;(await all.findElement()).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-posinset')).toBe('9')
    await expect.element(button('Ver menos', market())).toHaveAttribute('aria-expanded', 'true')

    await userEvent.keyboard('{Escape}')
    await offersShown().toHaveLength(8)
    await expect.element(all).toHaveFocus()
  })

  test('filters find what the short list does not show, and my offers, also those for one person alone', {
    tags: 'long',
  }, async () => {
    await publish(world, me, { principal: 11n * DOLLAR })
    await publish(world, me, { principal: 12n * DOLLAR, to: people.luis.address })
    await commands.publishMany(150)
    await openDashboard(TEST_PHRASE)
    await expect.element(button('Ver todas las ofertas (156)')).toBeVisible()

    await button('15 días', market()).click()
    await offersShown().toHaveLength(1)
    await expect.element(offers()).toHaveTextContent('$ 100.00')
    await expect.element(status()).toHaveTextContent(/^1 de 156 ofertas$/)
    await expect.element(page.getByRole('button', { name: /Ver todas/ })).not.toBeInTheDocument()

    await button('30 días', market()).click()
    await expect.element(button('Ver todas las ofertas (153)')).toBeVisible()
    await offersShown().toHaveLength(8)

    await button('Todos', market()).click()
    await button('Mis ofertas', market()).click()
    await offersShown().toHaveLength(2)
    await expect.element(offers().nth(0)).toHaveTextContent(/Para 0x3C44…93BC.*Tu oferta.*\$ 12\.00/)
    await expect.element(offers().nth(1)).toHaveTextContent(/Pública.*Tu oferta.*\$ 11\.00/)
    expect(location.pathname + location.search).toBe('/dashboard?mine=1')
  })
})

describe('offers for me', () => {
  const forMe = () => section('Ofertas para ti').getByRole('listitem')
  const forMeShown = () => expect.poll(() => forMe().elements())

  test('one from somebody new stands open, is told and counted, and who it is from is saved in place', {
    tags: 'long',
  }, async () => {
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    await openDashboard(TEST_PHRASE)
    await expect.element(alert()).toHaveTextContent('Te ofrecen un préstamo de $ 21.00. De 0x7099…79C8.')
    // It stays while the pointer rests on it, which may be where a test before left it.
    await button('Cerrar', alert()).click()
    const place = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Mercado/ })
    await expect.element(place).toHaveAccessibleName('Mercado, 1 oferta para ti')
    await expect.element(forMe()).toHaveTextContent(/0x7099…79C8.*No tienes a esta persona guardada\./)
    await button('Guardar nombre', forMe()).click()
    await forMe().getByRole('textbox', { name: 'Nombre' }).fill('Ana Quispe')
    await button('Guardar', forMe()).click()
    await expect.element(forMe()).toHaveTextContent(/Ana Quispe.*Ya está en tus contactos\./)
    await expect.element(forMe().getByRole('status')).toHaveFocus()
    await expect.element(forMe()).not.toHaveTextContent('No tienes a esta persona')
    await expect.element(button('Solicitar $ 21.00 a Ana Quispe', forMe())).toBeVisible()
  })

  test('stand at the top; those of strangers are folded and can be taken, and those for somebody else stand nowhere', {
    tags: 'long',
  }, async () => {
    await publish(world, people.eva, { principal: 20n * DOLLAR, to: me.address })
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    await publish(world, people.ana, { principal: 22n * DOLLAR, to: people.eva.address })
    await openDashboard(TEST_PHRASE)
    const strangers = button('De desconocidos (2)')
    await expect.element(strangers).toHaveAttribute('aria-expanded', 'false')
    expect(forMe().elements()).toHaveLength(0)
    await strangers.click()
    await forMeShown().toHaveLength(2)
    await expect.element(forMe().first()).toHaveTextContent(/0x7099…79C8.*\$ 21\.00.*Solo para ti/)
    expect(page.getByText('$ 21.00').elements()).toHaveLength(1)
    await expect.element(market()).toHaveTextContent('4 ofertas abiertas')
    expect(document.body).not.toHaveTextContent('$ 22.00')

    await forMe()
      .getByRole('button', { name: /^Solicitar \$ 21/ })
      .click()
    const request = dialog('Solicitar préstamo')
    await expect.element(request).toHaveTextContent('Es solo para ti')
    await button('Aceptar préstamo', request).click()
    await expect.element(alert()).toHaveTextContent('Préstamo aceptado: recibiste $ 21.00.')
    await expect.element(debts().first()).toHaveTextContent('$ 21.00')
  })

  test('offers that strangers address to me are drawn twenty at a time', { tags: 'long' }, async () => {
    for (let offer = 0; offer < 22; offer++) await publish(world, people.luis, { principal: DOLLAR, to: me.address })
    await openDashboard(TEST_PHRASE)
    await button('De desconocidos (22)').click()
    await forMeShown().toHaveLength(20)
    await button('Ver 2 más', section('Ofertas para ti')).click()
    await forMeShown().toHaveLength(22)
  })
})

// web/board/market/search.test.ts tests what is found; this file tests what a person sees of it.
describe('a search', () => {
  test('is typed, said, ordered and kept in the address, and can be undone', { tags: 'long' }, async () => {
    await publish(world, people.eva, { principal: 321n * DOLLAR, note: 'Matrícula de música' })
    await commands.publishMany(195)
    await openDashboard(TEST_PHRASE)
    await expect.element(status()).toHaveTextContent(/^200 ofertas abiertas$/)
    await commands.holdLens('packed')
    await search().fill('musica MATRICULA')
    await expect.element(status()).toHaveTextContent(/^Buscando… \d+ de 200$/)
    await commands.releaseLens()
    await expect.element(status()).toHaveTextContent(/^1 de 200 ofertas$/)
    await offersShown().toHaveLength(1)
    await expect.element(offers()).toHaveTextContent(/Aún no te ha prestado.*\$ 321\.00.*Matrícula de música/)
    expect(location.search).toBe('?q=musica+MATRICULA')

    await search().fill('nada de esto')
    await expect.element(market()).toHaveTextContent('Ninguna oferta coincide.')
    await button('Quitar filtros').click()
    await expect.element(search()).toHaveValue('')
    await expect.element(status()).toHaveTextContent(/^200 ofertas abiertas$/)

    await userEvent.selectOptions(market().getByLabelText('Ordenar por'), 'Mayor monto')
    await expect.element(offers().first()).toHaveTextContent('$ 1200.00')
    await expect.element(offers().nth(2)).toHaveTextContent('$ 321.00')
    expect(location.search).toBe('?order=largest')

    await search().fill('una de muchas')
    await expect.element(status()).toHaveTextContent(/^195 de 200 ofertas$/)
    await button('Ver todas las ofertas (195)').click()
    await scrollUntilLoaded(195)
  })

  test('that cannot be read says so, and goes on when one asks for it', { tags: 'long' }, async () => {
    await commands.publishMany(196)
    await openDashboard(TEST_PHRASE)
    await expect.element(status()).toHaveTextContent(/^200 ofertas abiertas$/)
    await commands.breakLens('packed', 'httpError')

    await search().fill('emergencia')
    await expect.element(status()).toHaveTextContent(/^No pudimos leer todas las ofertas\.$/)
    await expect.element(market()).not.toHaveTextContent('Ninguna oferta coincide.')
    // Nobody else asks again: a hidden page does not poll.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await commands.healNode()
    await button('Reintentar', market()).click()
    await expect.element(status()).toHaveTextContent(/^1 de 200 ofertas$/)
    await expect.element(offers()).toHaveTextContent('Para una emergencia')
  })

  test('what interest and term mean is one press away', { tags: 'long' }, async () => {
    await openDashboard(TEST_PHRASE)
    const meaning = market().getByText('El interés (APR) es lo que cuesta el préstamo en un año')
    await expect.element(meaning).not.toBeVisible()
    await market().getByText('¿Qué son el interés y el plazo?').click()
    await expect.element(meaning).toBeVisible()
  })
})

/** Scrolls to the end of the list until `count` offers are loaded. */
async function scrollUntilLoaded(count: number) {
  const scrollToEnd = () => {
    const card = document.querySelector('[aria-setsize]')
    card?.parentElement?.scrollIntoView({ block: 'end' })
    return Number(card?.getAttribute('aria-setsize'))
  }
  await expect.poll(scrollToEnd).toBe(count)
}

/** Maximum number of cards in the DOM at once, from now on. */
function recordMostCards(): () => number {
  let most = 0
  const count = () => {
    most = Math.max(most, document.querySelectorAll('[aria-posinset]').length)
  }
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
  return () => most
}
