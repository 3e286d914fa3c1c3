import { afterEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openLoginWithVault, press } from '../../testing/access.ts'
import { ana } from '../../testing/device.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, digit, exactly, fillCredentials, password, title } from '../../testing/screen.ts'

const POSITIONS = [1, 2, 3, 4, 5, 6]

const boxOf = (element: Locator) => element.element().getBoundingClientRect()

afterEach(() => page.viewport(1280, 720))

test('L5 L6 L11 what is missing is said above the form and tied to its field, which gets the focus', async () => {
  openApp('/login')
  await expect.element(button('Acceder')).toBeEnabled()
  await expect.element(alert()).not.toBeInTheDocument()
  await press(digit(1), '1234')
  await password().fill('algo')
  await button('Acceder').click()

  await expect.element(alert()).toHaveTextContent(exactly('El PIN debe tener 6 dígitos.'))
  expect(boxOf(alert()).bottom).toBeLessThanOrEqual(boxOf(page.getByRole('group', { name: 'PIN' })).top)
  for (const position of POSITIONS) {
    await expect.element(digit(position)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(digit(position)).toHaveAccessibleDescription('El PIN debe tener 6 dígitos. Faltan 2 dígitos.')
    await expect.poll(() => getComputedStyle(digit(position).element()).borderColor).toBe('rgb(255, 128, 128)')
  }
  await expect.element(digit(5)).toHaveFocus()
  await expect.element(password()).toHaveAttribute('aria-invalid', 'false')
  await expect.element(password()).toHaveValue('algo')
  for (const position of POSITIONS) await expect.element(digit(position)).toHaveValue(position < 5 ? `${position}` : '')
  expect(location.pathname).toBe('/login')

  await fillCredentials({ ...ana, password: '' })
  await button('Acceder').click()
  await expect.element(alert()).toHaveTextContent(exactly('Ingresa tu contraseña.'))
  await expect.element(password()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password()).toHaveAccessibleDescription('Ingresa tu contraseña.')
  await expect.element(password()).toHaveFocus()
  await expect.element(digit(1)).toHaveAttribute('aria-invalid', 'false')
  for (const position of POSITIONS) await expect.element(digit(position)).toHaveValue(ana.pin.charAt(position - 1))
})

test('L5 L11 an error goes as soon as PIN or password is changed', { tags: 'long' }, async () => {
  await openLoginWithVault()
  await press(digit(1), '1234')
  await button('Acceder').click()
  await expect.element(alert()).toHaveTextContent(exactly('El PIN debe tener 6 dígitos.'))
  await press(digit(5), '5')
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(digit(1)).toHaveAttribute('aria-invalid', 'false')
  await expect.element(page.getByText('Faltan 2 dígitos.')).not.toBeInTheDocument()

  for (const change of [() => press(digit(6), '9'), () => digit(2).fill(''), () => press(password(), 'x')]) {
    await fillCredentials({ ...ana, password: 'otra cosa' })
    await button('Acceder').click()
    await expect.element(alert()).toHaveTextContent(exactly('Credenciales inválidas.'))
    await change()
    await expect.element(alert()).not.toBeInTheDocument()
  }
})

test.each([360, 1280])(
  'at %i px Acceder stays under the finger, whatever error comes and goes',
  { tags: 'long' },
  async (width) => {
    await page.viewport(width, 800)
    await openLoginWithVault()
    await expect.element(button('Restaurar con frase semilla')).toBeVisible()
    const submit = button('Acceder').element()
    const { left, top, width: wide, height } = submit.getBoundingClientRect()
    const places: number[] = []
    const stop = onEachFrame(() => {
      const place = Math.round(submit.getBoundingClientRect().top)
      if (places.at(-1) !== place) places.push(place)
    })
    /** Whatever is drawn there. */
    const tapTwice = async () => {
      const position = { x: left + wide / 2, y: top + height / 2 }
      for (const _ of [1, 2]) await page.elementLocator(document.body).click({ position, force: true })
    }
    await tapTwice()
    await expect.element(alert()).toHaveTextContent(exactly('El PIN debe tener 6 dígitos.'))
    await press(digit(1), ana.pin)
    await tapTwice()
    await expect.element(alert()).toHaveTextContent(exactly('Ingresa tu contraseña.'))
    await password().fill('1')
    for (let failure = 1; failure <= 5; failure++) {
      await tapTwice()
      await expect.element(button('Acceder')).toBeVisible()
      await expect.element(alert()).toHaveTextContent('Credenciales inválidas.')
    }
    await expect.element(alert()).toHaveTextContent('Espera')
    await password().fill('2')
    await expect.element(alert()).not.toHaveTextContent('Credenciales')
    await expect.element(alert()).toHaveTextContent('Espera')
    stop()
    expect(places).toHaveLength(1)
  },
)

test('L8 L12 L13 each submit clears the error before it and reads Verificando..., busy ends with it, and Enter in the password is one', async () => {
  openApp('/login')
  let painted: string[] = []
  const stop = onEachFrame(() => painted.push(document.body.textContent))
  const busy = () => painted.filter((text) => text.includes('Verificando...'))
  await button('Acceder').click()
  await expect.element(alert()).toHaveTextContent(exactly('El PIN debe tener 6 dígitos.'))
  await expect.element(button('Acceder')).toBeEnabled()

  await fillCredentials({ ...ana, password: '' })
  // The error before it is there again.
  await press(digit(6), '{Backspace}')
  await button('Acceder').click()
  await expect.element(alert()).toHaveTextContent(exactly('El PIN debe tener 6 dígitos.'))
  await userEvent.keyboard(ana.pin.slice(-1))
  painted = []
  await press(password(), '{Enter}')
  await expect.element(alert()).toHaveTextContent(exactly('Ingresa tu contraseña.'))
  await expect.element(button('Acceder')).toBeVisible()
  expect(busy().length).toBeGreaterThan(0)
  for (const text of busy()) expect(text).not.toContain('El PIN debe tener 6 dígitos.')
  await expect.element(digit(1)).toHaveAttribute('aria-invalid', 'false')

  // A second submit with the same mistake shows that it is cleared by the submit, and not by a change.
  painted = []
  await press(password(), '{Enter}')
  await expect.poll(() => busy().length).toBeGreaterThan(0)
  await expect.element(alert()).toHaveTextContent(exactly('Ingresa tu contraseña.'))
  for (const text of busy()) expect(text).not.toContain('Ingresa tu contraseña.')

  // Also without a stored vault.
  await password().fill(ana.password)
  painted = []
  await press(password(), '{Enter}')
  await expect.element(title('Tu frase semilla')).toBeVisible()
  stop()
  expect(busy().length).toBeGreaterThan(0)
  for (const text of busy()) expect(text).not.toContain('Ingresa tu contraseña.')
})

/** Calls `look` at every animation frame. Returns the function that ends this. */
function onEachFrame(look: () => void): () => void {
  let frame = 0
  const next = () => {
    look()
    frame = requestAnimationFrame(next)
  }
  next()
  return () => cancelAnimationFrame(frame)
}
