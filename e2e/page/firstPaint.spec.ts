// First paint, before and while the scripts come: at once, and without moving afterwards.
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { damageCopy } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  confirmPhraseSaved,
  digit,
  expectDashboard,
  expectLogin,
  fillCredentials,
  logIn,
  openLoginWithVault,
  passQuiz,
  password,
  readPhrase,
  title,
} from '../support/steps.ts'

test.describe('before any script has come', () => {
  test('/login can be read and typed into; Acceder then takes what was typed', { tag: '@journey' }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await expect(page).toHaveTitle('Acceso seguro · EntrePares')
    await fillCredentials(page, ana)
    await release()
    await button(page, 'Acceder').click()
    await expect(title(page, 'Tu frase semilla')).toBeVisible()
  })

  test('/login says when that takes long, and moves nothing for it; it takes that back when they come', async ({ page }) => {
    const late = page.getByText('La página tarda en cargar. Si no avanza, recárgala.')
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const place = await digit(page, 1).boundingBox()
    await expect(late).toBeHidden()
    await expect(late).toBeVisible()
    expect(await digit(page, 1).boundingBox()).toEqual(place)
    await release()
    await expect(button(page, 'Acceder')).toBeEnabled()
    await expect(late).toBeHidden()
  })

  for (const path of ['/seed', '/seed/confirm', '/dashboard']) {
    test(`${path} says when that takes long, and takes it back when they come`, async ({ page }) => {
      const late = page.getByText('La página tarda en cargar. Si no avanza, recárgala.')
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.styleSheets.length > 0)
      await expect(late).toBeHidden()
      await expect(late).toBeVisible()
      await release()
      await expect(title(page, path === '/dashboard' ? 'Acceso seguro' : 'Tu frase semilla')).toBeVisible()
      await expect(late).toBeHidden()
    })
  }

  test('a screen whose own script takes long says so', async ({ page }) => {
    await page.route(/\/assets\/SeedScreen-[^/]+\.js$/, () => {})
    await page.goto('/login')
    await fillCredentials(page, ana)
    await button(page, 'Acceder').click()
    await expect(page.getByText('La página tarda en cargar.', { exact: true })).toBeVisible()
  })

  test('who is typing goes on where they are', { tag: '@journey' }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await digit(page, 1).focus()
    await page.keyboard.type('12x34')
    await release()
    await expect(button(page, 'Acceder')).toBeEnabled()
    await expect(digit(page, 5)).toBeFocused()
    await page.keyboard.type('56')
    for (const position of [1, 2, 3, 4, 5, 6]) await expect(digit(page, position)).toHaveValue(`${position}`)
    await expect(password(page)).toBeFocused()
  })

  test('half a password is still there, and so is the focus', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await password(page).focus()
    await page.keyboard.type('secr')
    await page.keyboard.press('Enter')
    await release()
    await expect(button(page, 'Acceder')).toBeEnabled()
    await page.keyboard.type('eto')
    await expect(password(page)).toHaveValue('secreto')
    await expect(password(page)).toBeFocused()
    await expect(page).toHaveURL('/login')
  })

  for (const path of ['/', '/no/such/path']) {
    test(`R1 R2 ${path} shows /login too`, async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(title(page, 'Acceso seguro')).toBeVisible()
      await release()
      await expect(button(page, 'Acceder')).toBeEnabled()
      await expectLogin(page)
    })
  }

  test('/seed and /dashboard show nothing, and so nothing of /login', async ({ page }) => {
    for (const path of ['/seed', '/dashboard']) {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.styleSheets.length > 0)
      expect(await page.locator('#root').innerText()).toBe('')
      await expect(title(page, 'Acceso seguro')).toHaveCount(0)
      await release()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})

test.describe('nothing that is drawn moves by itself', () => {
  test.beforeEach(({ page }) => recordShifts(page))

  test('on /login, for somebody new', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByText('Elige un PIN y una contraseña')).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  })

  test('on /login, with a wallet', async ({ page }) => {
    await openLoginWithVault(page)
    await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  })

  test('on /login, with a wallet that is damaged, or attempts that have to wait', async ({ page }) => {
    await openLoginWithVault(page)
    await page.evaluate(() => localStorage.setItem('entrepares.throttle', JSON.stringify({ count: 10, at: Date.now() })))
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await expect(alert(page)).toContainText('Espera 16 minutos antes de volver a intentarlo.')
      await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
    }
    await page.evaluate(() => localStorage.removeItem('entrepares.throttle'))
    for (const place of ['IndexedDB', 'localStorage'] as const) await damageCopy(page, place)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await expect(alert(page)).toContainText('está dañada')
      await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
    }
  })

  test('on /login, with a passkey, a link, and a session that ended', async ({ page }) => {
    await addAuthenticator(page)
    await openLoginWithVault(page)
    await logIn(page, ana)
    await fillCredentials(page.getByRole('dialog'), ana)
    await button(page.getByRole('dialog'), 'Activar').click()
    await expect(alert(page)).toContainText('ya puedes entrar')
    await page.evaluate(() => {
      sessionStorage.setItem('entrepares.ending', 'idle')
      sessionStorage.setItem('entrepares.phraseOnClipboard', 'yes')
    })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/login?prestamo=7')
      await expect(page.getByText('Se bloqueó por inactividad.')).toBeVisible()
      await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
      await expect(button(page, 'Entrar con huella o llave de este dispositivo')).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
    }
  })

  test('on /seed and /seed/confirm, and on the dashboard of a new wallet', async ({ page }) => {
    await page.goto('/login')
    await logIn(page, ana)
    const phrase = await readPhrase(page)
    expect(await shiftsOf(page)).toEqual([])
    await confirmPhraseSaved(page)
    expect(await shiftsOf(page)).toEqual([])
    await passQuiz(page, phrase)
    await expectDashboard(page)
    expect(await shiftsOf(page)).toEqual([])
  })

  test('on /seed, opened by its address, also where there is a wallet', async ({ page }) => {
    await page.goto('/seed')
    await expect(button(page, 'Mostrar palabras')).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
    await openLoginWithVault(page)
    await page.goto('/seed')
    await expect(button(page, 'Mostrar palabras')).toBeVisible()
    await expect(button(page, 'Entrar a la guardada')).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  })

  test('on the dashboard of a wallet that is opened', async ({ page }) => {
    await openLoginWithVault(page)
    await logIn(page, ana)
    await expectDashboard(page)
    expect(await shiftsOf(page)).toEqual([])
  })
})

/** Keeps every script back until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  return async () => {
    release()
    await page.waitForLoadState('load')
    await page.unroute('**/assets/*.js')
  }
}

declare global {
  interface Window {
    shifts: string[]
  }
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
}

/** From the next page on. Leaves out what follows an input within half a second, as the metric CLS does. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? 'gone')
        window.shifts.push(`${entry.value.toFixed(4)}: ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Once everything has been fetched and drawn. */
async function shiftsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return page.evaluate(() => window.shifts)
}
