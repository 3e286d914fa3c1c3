import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alert, ana, button, digit, fillIn, logIn, password, title } from './steps.ts'

const POSITIONS = [1, 2, 3, 4, 5, 6]

/** What the six boxes hold; a dot for an empty one. */
const pinOf = async (page: Page) =>
  (await Promise.all(POSITIONS.map((position) => digit(page, position).inputValue()))).map((value) => value || '·').join('')

test.beforeEach(({ page }) => page.goto('/login'))

test('L1 the title is Acceso seguro', async ({ page }) => {
  await expect(title(page, 'Acceso seguro')).toBeVisible()
  await expect(page).toHaveTitle('Acceso seguro · EntrePares')
})

test('L2 the subtitle says what to enter', async ({ page }) => {
  await expect(page.getByText('Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.', { exact: true })).toBeVisible()
})

test('a device without a vault is told that PIN and password are being chosen', async ({ page }) => {
  await expect(page.getByText(/el PIN y la contraseña que elijas ahora protegerán tu billetera/)).toBeVisible()
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password')
  await expect(button(page, 'Restaurar con frase semilla')).toBeHidden()
})

test('L3 six boxes of one digit each, named, masked and for a numeric keyboard', async ({ page }) => {
  const boxes = page.getByRole('group', { name: 'PIN' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  for (const [index, box] of (await boxes.all()).entries()) {
    await expect(box).toHaveAccessibleName(`Dígito ${index + 1} de 6`)
    await expect(box).toHaveAttribute('inputmode', 'numeric')
    await expect(box).toHaveAttribute('autocomplete', 'off')
    await expect(box).toHaveCSS('-webkit-text-security', 'disc')
  }
})

test('L3 anything that is not a digit is stripped', async ({ page }) => {
  await digit(page, 1).focus()
  await page.keyboard.type('a1-b 2ñ.3')
  expect(await pinOf(page)).toBe('123···')
  await expect(digit(page, 4)).toBeFocused()
})

test('L3 a digit typed over a digit takes its place', async ({ page }) => {
  await digit(page, 1).focus()
  await page.keyboard.type('123456')
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

test('L4 a digit moves the focus on, Backspace on an empty box moves it back, and arrows move it both ways', async ({ page }) => {
  await digit(page, 1).focus()
  for (const position of POSITIONS) {
    await expect(digit(page, position)).toBeFocused()
    await page.keyboard.type(`${position}`)
  }
  await expect(digit(page, 6)).toBeFocused()

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

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  for (const [copied, from] of [
    ['123456', 1],
    ['123456', 4],
    ['123 456', 1],
    ['123 456', 6],
    [' PIN: 123-456\n', 3],
  ] as const) {
    test(`L3 '${copied.trim()}' pasted into box ${from} fills all six`, async ({ page }) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
      await digit(page, from).press('ControlOrMeta+v')
      expect(await pinOf(page)).toBe('123456')
      await expect(digit(page, 6)).toBeFocused()
    })
  }

  test('L3 a part of a PIN goes on from where it is pasted, and text without digits changes nothing', async ({ page }) => {
    await digit(page, 1).press('9')
    await page.evaluate(() => navigator.clipboard.writeText('12'))
    await digit(page, 3).press('ControlOrMeta+v')
    expect(await pinOf(page)).toBe('9·12··')
    await expect(digit(page, 5)).toBeFocused()

    await page.evaluate(() => navigator.clipboard.writeText('hola'))
    await digit(page, 1).press('ControlOrMeta+v')
    expect(await pinOf(page)).toBe('9·12··')
  })

  test('the password can be pasted', async ({ page }) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), ana.password)
    await password(page).press('ControlOrMeta+v')
    await expect(password(page)).toHaveValue(ana.password)
  })
})

test('L5 fewer than six digits: the sentence, the boxes in error, and the focus on the first empty one', async ({ page }) => {
  await digit(page, 1).focus()
  await page.keyboard.type('1234')
  await password(page).fill('algo')
  await button(page, 'Acceder').click()

  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
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
})

test('L6 no password: the sentence, tied to the field, which gets the focus', async ({ page }) => {
  await fillIn(page, { ...ana, password: '' })
  await button(page, 'Acceder').click()

  await expect(alert(page)).toHaveText('Ingresa tu contraseña.')
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(password(page)).toHaveAccessibleDescription('Ingresa tu contraseña.')
  await expect(password(page)).toBeFocused()
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')
  expect(await pinOf(page)).toBe(ana.pin)
})

test('L7 the password is hidden until it is asked for', async ({ page }) => {
  await password(page).fill('secreto')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await button(page, 'Mostrar contraseña').click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await expect(password(page)).toHaveValue('secreto')
  await button(page, 'Ocultar contraseña').click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(page).toHaveURL('/login')
})

test('L8 while busy the button reads Verificando..., also where there is no vault to open', async ({ page }) => {
  await watchFrames(page)
  await expect(button(page, 'Acceder')).toBeVisible()
  await logIn(page, ana)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(await framesWith(page, 'Verificando...')).toBeGreaterThan(0)
})

test('L9 the tooltip of ¿No tienes cuenta? shows under the pointer and under the focus', async ({ page }) => {
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
})

test('L10 ¿Olvidaste tu contraseña? alerts inside the page, and the alert goes away', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await button(page, '¿Olvidaste tu contraseña?').click()
  await expect(alert(page)).toContainText('Recuperación pendiente (demo).')
  await page.mouse.move(0, 0)
  await page.clock.runFor(7_000)
  await expect(alert(page)).toBeHidden()

  await button(page, '¿Olvidaste tu contraseña?').click()
  await button(page, 'Cerrar').click()
  await expect(alert(page)).toBeHidden()
})

test('L11 the error stands above the form', async ({ page }) => {
  await expect(alert(page)).toBeHidden()
  await button(page, 'Acceder').click()
  const banner = await alert(page).boundingBox()
  const pin = await page.getByRole('group', { name: 'PIN' }).boundingBox()
  expect((banner?.y ?? 0) + (banner?.height ?? 0)).toBeLessThanOrEqual(pin?.y ?? 0)
})

test('L12 each submit clears the error before it, and busy ends with it', async ({ page }) => {
  await button(page, 'Acceder').click()
  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
  await expect(button(page, 'Acceder')).toBeEnabled()

  await watchFrames(page)
  await page.reload()
  await button(page, 'Acceder').click()
  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
  await fillIn(page, { ...ana, password: '' })
  await page.evaluate(() => {
    window.painted = []
  })
  await password(page).press('Enter')
  await expect(alert(page)).toHaveText('Ingresa tu contraseña.')
  await expect(button(page, 'Acceder')).toBeVisible()
  const frames = await page.evaluate(() => window.painted)
  const busy = frames.filter((text) => text.includes('Verificando...'))
  expect(busy.length).toBeGreaterThan(0)
  for (const text of busy) expect(text).not.toContain('El PIN debe tener 6 dígitos.')
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')
})

for (const where of ['a PIN box', 'the password'] as const) {
  test(`L13 Enter in ${where} submits`, async ({ page }) => {
    await fillIn(page, ana)
    await (where === 'a PIN box' ? digit(page, 2) : password(page)).press('Enter')
    await expect(title(page, 'Tu frase semilla')).toBeVisible()
  })
}

test('L13 valid input goes to /seed, and no network call is made', async ({ page, world }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const isFile = new URL(request.url()).origin === world.url && !['fetch', 'xhr'].includes(request.resourceType())
    if (!isFile) calls.push(request.url())
  })
  await logIn(page, ana)
  await expect(page).toHaveURL('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(calls).toEqual([])
})

test('L14 the card is at most 430 px wide, and as wide as a phone allows', async ({ page }) => {
  const card = title(page, 'Acceso seguro').locator('xpath=ancestor::*[contains(@class, "MuiPaper-root")][1]')
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await card.boundingBox())?.width).toBe(430)
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await card.boundingBox())?.width).toBe(328)
})

declare global {
  interface Window {
    painted: string[]
  }
}

/** From the next load on: what stands on the page at every frame that is painted. */
async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    window.painted = []
    const look = () => {
      window.painted.push(document.body?.textContent ?? '')
      requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
}

async function framesWith(page: Page, text: string): Promise<number> {
  return page.evaluate((wanted) => window.painted.filter((frame) => frame.includes(wanted)).length, text)
}
