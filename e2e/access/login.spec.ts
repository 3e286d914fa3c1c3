import type { Locator, Page } from '@playwright/test'
import { keepDatabaseBusy } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  digit,
  expectDashboard,
  fillCredentials,
  openLoginWithVault,
  password,
  title,
} from '../support/steps.ts'

const POSITIONS = [1, 2, 3, 4, 5, 6]

/** The values of the six boxes; a dot for an empty one. */
const pinOf = async (page: Page) =>
  (await Promise.all(POSITIONS.map((position) => digit(page, position).inputValue()))).map((value) => value || '·').join('')

test.beforeEach(({ page }) => page.goto('/login'))

test('L1 L2 L14 the title, what to enter, and a card of at most 430 px, as wide as a phone allows', async ({ page }) => {
  await expect(title(page, 'Acceso seguro')).toBeVisible()
  await expect(page).toHaveTitle('Acceso seguro · EntrePares')
  await expect(page.getByText('Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.', { exact: true })).toBeVisible()

  const card = title(page, 'Acceso seguro').locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " card ")][1]')
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await boxOf(card)).width).toBe(430)
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await boxOf(card)).width).toBe(328)

  // Without a stored vault, PIN and password are being chosen.
  await expect(
    page.getByText(
      'No hay ninguna billetera en este dispositivo: el PIN y la contraseña que elijas ahora protegerán la tuya. Usa cuatro palabras al azar, por ejemplo: tortuga, enero, violín, lámpara. Antes de seguir, mira tu PIN con el ojo: no se pide dos veces.',
    ),
  ).toBeVisible()
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password')
  await expect(button(page, 'Restaurar con frase semilla')).toBeHidden()
})

test('L3 six boxes of one digit each, named, masked and for a numeric keyboard, in which only digits stay', async ({ page }) => {
  const boxes = page.getByRole('group', { name: 'PIN' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  for (const [index, box] of (await boxes.all()).entries()) {
    await expect(box).toHaveAccessibleName(`Dígito ${index + 1} de 6`)
    await expect(box).toHaveAttribute('inputmode', 'numeric')
    await expect(box).toHaveAttribute('autocomplete', 'off')
    await expect(box).toHaveCSS('-webkit-text-security', 'disc')
  }

  await digit(page, 1).focus()
  await page.keyboard.type('a1-b 2ñ.3')
  expect(await pinOf(page)).toBe('123···')
  await expect(digit(page, 4)).toBeFocused()
  await page.keyboard.type('456')

  // Typing replaces the digit in the box.
  await digit(page, 2).click()
  await page.keyboard.type('9')
  expect(await pinOf(page)).toBe('193456')
  await expect(digit(page, 3)).toBeFocused()

  await digit(page, 3).press('End')
  await page.keyboard.type('8')
  expect(await pinOf(page)).toBe('198456')

  await digit(page, 3).focus()
  await page.keyboard.type('x')
  expect(await pinOf(page)).toBe('198456')
})

test('L4 a digit moves the focus on, the sixth to the password; Backspace on an empty field moves it back, arrows both ways', async ({
  page,
}) => {
  await digit(page, 1).focus()
  for (const position of POSITIONS) {
    await expect(digit(page, position)).toBeFocused()
    await page.keyboard.type(`${position}`)
  }
  await expect(password(page)).toBeFocused()

  await page.keyboard.press('Backspace')
  await expect(digit(page, 6)).toBeFocused()
  expect(await pinOf(page)).toBe('123456')
  await page.keyboard.press('Backspace')
  expect(await pinOf(page)).toBe('12345·')
  await expect(digit(page, 6)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(digit(page, 5)).toBeFocused()
  expect(await pinOf(page)).toBe('12345·')
  await page.keyboard.press('Backspace')
  expect(await pinOf(page)).toBe('1234··')

  await page.keyboard.press('ArrowLeft')
  await expect(digit(page, 4)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(digit(page, 5)).toBeFocused()
  await digit(page, 1).press('ArrowLeft')
  await expect(digit(page, 1)).toBeFocused()
})

test('the PIN can be shown, and hidden again', async ({ page }) => {
  await digit(page, 1).focus()
  await page.keyboard.type('123456')
  await button(page, 'Mostrar PIN').click()
  for (const position of POSITIONS) await expect(digit(page, position)).toHaveCSS('-webkit-text-security', 'none')
  expect(await pinOf(page)).toBe('123456')
  await button(page, 'Ocultar PIN').click()
  for (const position of POSITIONS) await expect(digit(page, position)).toHaveCSS('-webkit-text-security', 'disc')
})

test('where there is a wallet to open, typing can begin at once', async ({ page }) => {
  await openLoginWithVault(page)
  await expect(digit(page, 1)).toBeFocused()
  await page.keyboard.type(ana.pin)
  await page.keyboard.type(ana.password)
  await page.keyboard.press('Enter')
  await expectDashboard(page)
})

test('who types before the wallet was found keeps the place', async ({ page, context }) => {
  const other = await context.newPage()
  await openLoginWithVault(other)
  await keepDatabaseBusy(other)
  await page.goto('/login')
  await digit(page, 1).focus()
  await page.keyboard.type(ana.pin)
  await page.keyboard.type('secr')
  await other.close()
  await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
  await page.keyboard.type('eto')
  await expect(password(page)).toHaveValue('secreto')
  expect(await pinOf(page)).toBe(ana.pin)
})

for (const hasVault of [false, true]) {
  const where = hasVault ? 'where there is a wallet to open' : 'on a new device'
  test(`${where}, who is on ¿No tienes cuenta? as soon as it is drawn stays on it while the rest of the page comes`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const find = () => [...document.querySelectorAll('button')].find((found) => found.textContent === '¿No tienes cuenta?')
      new MutationObserver((_, observer) => {
        const drawn = find()
        if (!drawn) return
        observer.disconnect()
        drawn.dataset.first = 'yes'
        drawn.focus()
      }).observe(document, { childList: true, subtree: true })
    })
    if (hasVault) await openLoginWithVault(page)
    else await page.goto('/login')
    await expect(
      hasVault ? button(page, 'Restaurar con frase semilla') : page.getByText('No hay ninguna billetera en este dispositivo'),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(button(page, '¿No tienes cuenta?')).toHaveAttribute('data-first', 'yes')
    await expect(button(page, '¿No tienes cuenta?')).toBeFocused()
  })
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('L9 a tap on ¿No tienes cuenta? shows its tooltip', async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    const text = '(Demo) Usuario nuevo se configurará luego'
    const tip = page.getByRole('tooltip', { name: text })
    await expect(button(page, '¿No tienes cuenta?')).toHaveAccessibleDescription(text)
    await expect(tip).toBeHidden()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await button(page, '¿No tienes cuenta?').tap()
    await page.clock.runFor(1_000)
    await expect(tip).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(tip).toBeHidden()
  })
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('L3 L7 PIN and password can be pasted, and the password is hidden until it is asked for', async ({ page }) => {
    const paste = async (text: string, target: Locator) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await target.press('ControlOrMeta+v')
    }
    for (const [copied, from] of [
      ['123456', 1],
      ['654321', 4],
      ['123 456', 1],
      ['654 321', 6],
      [' PIN: 123-456\n', 3],
    ] as const) {
      await paste(copied, digit(page, from))
      expect(await pinOf(page), `'${copied}' pasted into box ${from}`).toBe(copied.replace(/\D/g, ''))
      await expect(password(page)).toBeFocused()
    }

    await test.step('a part of a PIN goes on from where it is pasted, and text without digits changes nothing', async () => {
      await paste('90', digit(page, 2))
      expect(await pinOf(page)).toBe('190456')
      await expect(digit(page, 4)).toBeFocused()
      await paste('hola', digit(page, 1))
      expect(await pinOf(page)).toBe('190456')
    })

    await paste(ana.password, password(page))
    await expect(password(page)).toHaveValue(ana.password)
    await expect(password(page)).toHaveAttribute('type', 'password')
    await button(page, 'Mostrar contraseña').click()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await expect(password(page)).toHaveValue(ana.password)
    await button(page, 'Ocultar contraseña').click()
    await expect(password(page)).toHaveAttribute('type', 'password')
    await expect(page).toHaveURL('/login')
  })
})

test('L5 L6 L11 what is missing is said above the form and tied to its field, which gets the focus', async ({ page }) => {
  await expect(alert(page)).toBeHidden()
  await digit(page, 1).focus()
  await page.keyboard.type('1234')
  await password(page).fill('algo')
  await button(page, 'Acceder').click()

  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
  const [banner, pin] = [await boxOf(alert(page)), await boxOf(page.getByRole('group', { name: 'PIN' }))]
  expect(banner.y + banner.height).toBeLessThanOrEqual(pin.y)
  for (const position of POSITIONS) {
    await expect(digit(page, position)).toHaveAttribute('aria-invalid', 'true')
    await expect(digit(page, position)).toHaveAccessibleDescription('El PIN debe tener 6 dígitos. Faltan 2 dígitos.')
    await expect(digit(page, position)).toHaveCSS('border-color', 'rgb(255, 128, 128)')
  }
  await expect(digit(page, 5)).toBeFocused()
  await expect(password(page)).toHaveAttribute('aria-invalid', 'false')
  await expect(password(page)).toHaveValue('algo')
  expect(await pinOf(page)).toBe('1234··')
  await expect(page).toHaveURL('/login')

  await fillCredentials(page, { ...ana, password: '' })
  await button(page, 'Acceder').click()
  await expect(alert(page)).toHaveText('Ingresa tu contraseña.')
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(password(page)).toHaveAccessibleDescription('Ingresa tu contraseña.')
  await expect(password(page)).toBeFocused()
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')
  expect(await pinOf(page)).toBe(ana.pin)
})

test('L5 L11 an error goes as soon as PIN or password is changed', async ({ page }) => {
  await openLoginWithVault(page)
  await digit(page, 1).focus()
  await page.keyboard.type('1234')
  await button(page, 'Acceder').click()
  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
  await digit(page, 5).press('5')
  await expect(alert(page)).toBeHidden()
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByText('Faltan 2 dígitos.')).toBeHidden()

  for (const change of [() => digit(page, 6).press('9'), () => digit(page, 2).fill(''), () => password(page).press('x')]) {
    await fillCredentials(page, { ...ana, password: 'otra cosa' })
    await button(page, 'Acceder').click()
    await expect(alert(page)).toHaveText('Credenciales inválidas.')
    await change()
    await expect(alert(page)).toBeHidden()
  }
})

for (const width of [360, 1280]) {
  test(`at ${width} px Acceder stays under the finger, whatever error comes and goes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openLoginWithVault(page)
    await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
    const { x, y, width: wide, height } = await boxOf(button(page, 'Acceder'))
    await page.evaluate(() => {
      window.places = []
      const submit = document.querySelector('button[type=submit]')
      const record = () => {
        const top = Math.round(submit?.getBoundingClientRect().top ?? 0)
        if (window.places.at(-1) !== top) window.places.push(top)
        requestAnimationFrame(record)
      }
      record()
    })
    const tapTwice = async () => {
      for (const _ of [1, 2]) await page.mouse.click(x + wide / 2, y + height / 2)
    }
    await tapTwice()
    await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
    await digit(page, 1).focus()
    await page.keyboard.type(ana.pin)
    await tapTwice()
    await expect(alert(page)).toHaveText('Ingresa tu contraseña.')
    await password(page).fill('1')
    for (let failure = 1; failure <= 5; failure++) {
      await tapTwice()
      await expect(button(page, 'Acceder')).toBeVisible()
      await expect(alert(page)).toContainText('Credenciales inválidas.')
    }
    await expect(alert(page)).toContainText('Espera')
    await password(page).fill('2')
    await expect(alert(page)).not.toContainText('Credenciales')
    await expect(alert(page)).toContainText('Espera')
    expect(await page.evaluate(() => window.places)).toHaveLength(1)
  })
}

test('digits typed beyond the six of the PIN do not begin the password without a word', async ({ page }) => {
  const told = page.getByText('El PIN ya está completo: esto es la contraseña.')
  await digit(page, 1).focus()
  await page.keyboard.type('12345678')
  expect(await pinOf(page)).toBe('123456')
  await expect(password(page)).toHaveValue('78')
  await expect(told).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(told).toBeHidden()
  await page.keyboard.type('secreto')
  await expect(told).toBeHidden()

  // Whoever goes to the password means to.
  await password(page).fill('')
  await button(page, 'Mostrar contraseña').focus()
  await password(page).focus()
  await page.keyboard.type('7 mares')
  await expect(told).toBeHidden()
})

test('whoever chooses a password that is easily guessed is told so, and may keep it', async ({ page }) => {
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password')
  const { y } = await boxOf(button(page, 'Acceder'))
  for (const [chosen, hint] of [
    ['perro', 'Es corta: mejor cuatro palabras al azar.'],
    ['Contraseña123', 'Es muy común: se adivina pronto.'],
    ['1990199019', 'Solo números: se adivina pronto.'],
  ] as const) {
    await fillCredentials(page, { ...ana, password: chosen })
    await expect(password(page)).toHaveAccessibleDescription(hint)
    await expect(page.getByText(hint)).toBeVisible()
    expect((await boxOf(button(page, 'Acceder'))).y).toBe(y)
  }
  await password(page).fill('tortuga enero violín')
  await expect(password(page)).toHaveAccessibleDescription('')
  await password(page).fill('perro')
  await button(page, 'Acceder').click()
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
})

test('where a wallet is opened, nothing is said about its password', async ({ page }) => {
  await openLoginWithVault(page)
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
  await password(page).fill('perro')
  await page.waitForLoadState('networkidle')
  await expect(password(page)).toHaveAccessibleDescription('')
})

test('L8 L12 L13 each submit clears the error before it and reads Verificando..., busy ends with it, and Enter in the password is one', async ({
  page,
}) => {
  await recordFrames(page)
  await button(page, 'Acceder').click()
  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
  await expect(button(page, 'Acceder')).toBeEnabled()

  await fillCredentials(page, { ...ana, password: '' })
  await clearFrames(page)
  await password(page).press('Enter')
  await expect(alert(page)).toHaveText('Ingresa tu contraseña.')
  await expect(button(page, 'Acceder')).toBeVisible()
  const refused = await framesWith(page, 'Verificando...')
  expect(refused.length).toBeGreaterThan(0)
  for (const text of refused) expect(text).not.toContain('El PIN debe tener 6 dígitos.')
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')

  // Also without a stored vault.
  await password(page).fill(ana.password)
  await clearFrames(page)
  await password(page).press('Enter')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  const accepted = await framesWith(page, 'Verificando...')
  expect(accepted.length).toBeGreaterThan(0)
  for (const text of accepted) expect(text).not.toContain('Ingresa tu contraseña.')
})

test('L9 L10 the tooltip of ¿No tienes cuenta? shows under pointer and focus; ¿Olvidaste tu contraseña? alerts for a while', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const tip = page.getByRole('tooltip', { name: '(Demo) Usuario nuevo se configurará luego' })
  await button(page, '¿No tienes cuenta?').hover()
  await expect(tip).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(tip).toBeHidden()

  await button(page, 'Acceder').focus()
  await page.keyboard.press('Tab')
  await expect(button(page, '¿No tienes cuenta?')).toBeFocused()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  await button(page, '¿Olvidaste tu contraseña?').click()
  await expect(alert(page)).toContainText('Recuperación pendiente (demo).')
  await page.mouse.move(0, 0)
  await page.clock.runFor(7_000)
  await expect(alert(page)).toBeHidden()

  await button(page, '¿Olvidaste tu contraseña?').click()
  await button(page, 'Cerrar').click()
  await expect(alert(page)).toBeHidden()
})

test('L13 valid input and Enter in a PIN box go to /seed, and no network call is made', async ({ page, site }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const isFile = new URL(request.url()).origin === site.url && !['fetch', 'xhr'].includes(request.resourceType())
    if (!isFile) calls.push(request.url())
  })
  await fillCredentials(page, ana)
  await digit(page, 2).press('Enter')
  await expect(page).toHaveURL('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(calls).toEqual([])
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not drawn.`)
  return box
}

declare global {
  interface Window {
    painted: string[]
    /** Where the submit button was, in pixels from the top. */
    places: number[]
  }
}

/** Reloads the page, and records its text at every animation frame. */
async function recordFrames(page: Page) {
  await page.addInitScript(() => {
    window.painted = []
    const record = () => {
      window.painted.push(document.body?.textContent ?? '')
      requestAnimationFrame(record)
    }
    record()
  })
  await page.reload()
}

async function clearFrames(page: Page) {
  await page.evaluate(() => {
    window.painted = []
  })
}

async function framesWith(page: Page, text: string): Promise<string[]> {
  return page.evaluate((wanted) => window.painted.filter((frame) => frame.includes(wanted)), text)
}
