import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { allowClipboard, drawn, expectDashboard, openLoginWithVault, pasteInto, press } from '../../testing/access.ts'
import { ana, keepDatabaseBusy, storeVault } from '../../testing/device.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, digit, fillCredentials, password, title } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

const POSITIONS = [1, 2, 3, 4, 5, 6]

/** The values of the six boxes; a dot for an empty one. */
const pin = () =>
  POSITIONS.map((position) => {
    const box = digit(position).element()
    return (box instanceof HTMLInputElement && box.value) || '·'
  }).join('')

const style = (element: Locator, property: string) => getComputedStyle(element.element()).getPropertyValue(property)
const boxOf = (element: Locator) => element.element().getBoundingClientRect()
const restore = () => button('Restaurar con frase semilla')

afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1280, 720)
})

test('L1 L2 L14 the title, what to enter, and a card of at most 430 px, as wide as a phone allows', async () => {
  openApp('/login')
  await expect.element(title('Acceso seguro')).toBeVisible()
  expect(document.title).toBe('Acceso seguro · EntrePares')
  await expect
    .element(page.getByText('Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.', { exact: true }))
    .toBeVisible()

  const width = () => title('Acceso seguro').element().closest('.card')?.getBoundingClientRect().width
  await page.viewport(1280, 800)
  expect(width()).toBe(430)
  await page.viewport(360, 740)
  expect(width()).toBe(328)

  // Without a stored vault, PIN and password are being chosen.
  const step = page.getByText('Paso 1 de 3 · Elige un PIN y una contraseña', { exact: true })
  await expect.element(step).toBeVisible()
  expect(boxOf(step).bottom).toBeLessThan(boxOf(digit(1)).top)
  await expect.element(page.getByText('Protegerán tu billetera en este dispositivo.')).toBeVisible()
  await expect.element(page.getByText('Buena contraseña: cuatro palabras al azar.')).toBeVisible()
  await expect.element(password()).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(restore()).not.toBeInTheDocument()
})

test('L3 six boxes of one digit each, named, masked and for a numeric keyboard, in which only digits stay', async () => {
  openApp('/login')
  const boxes = page.getByRole('group', { name: 'PIN' }).getByRole('textbox')
  await expect.poll(() => boxes.elements().length).toBe(6)
  for (const [index, box] of boxes.all().entries()) {
    await expect.element(box).toHaveAccessibleName(`Dígito ${index + 1} de 6`)
    await expect.element(box).toHaveAttribute('inputmode', 'numeric')
    await expect.element(box).toHaveAttribute('autocomplete', 'off')
    expect(style(box, '-webkit-text-security')).toBe('disc')
  }

  await press(digit(1), 'a1-b 2ñ.3')
  expect(pin()).toBe('123···')
  await expect.element(digit(4)).toHaveFocus()
  await userEvent.keyboard('456')

  // Typing replaces the digit in the box.
  await digit(2).click()
  await userEvent.keyboard('9')
  expect(pin()).toBe('193456')
  await expect.element(digit(3)).toHaveFocus()

  await press(digit(3), '{End}8')
  expect(pin()).toBe('198456')

  await press(digit(3), 'x')
  expect(pin()).toBe('198456')
})

test('L4 a digit moves the focus on, the sixth to the password; Backspace on an empty field moves it back, arrows both ways', async () => {
  openApp('/login')
  await digit(1).click()
  for (const position of POSITIONS) {
    await expect.element(digit(position)).toHaveFocus()
    await userEvent.keyboard(`${position}`)
  }
  await expect.element(password()).toHaveFocus()

  await userEvent.keyboard('{Backspace}')
  await expect.element(digit(6)).toHaveFocus()
  expect(pin()).toBe('123456')
  await userEvent.keyboard('{Backspace}')
  expect(pin()).toBe('12345·')
  await expect.element(digit(6)).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(digit(5)).toHaveFocus()
  expect(pin()).toBe('12345·')
  await userEvent.keyboard('{Backspace}')
  expect(pin()).toBe('1234··')

  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(digit(4)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(digit(5)).toHaveFocus()
  await press(digit(1), '{ArrowLeft}')
  await expect.element(digit(1)).toHaveFocus()
})

test('the PIN can be shown, and hidden again', async () => {
  openApp('/login')
  const masks = () => new Set(POSITIONS.map((position) => style(digit(position), '-webkit-text-security')))
  await press(digit(1), '123456')
  await button('Mostrar PIN').click()
  await expect.element(button('Ocultar PIN')).toBeVisible()
  expect(masks()).toEqual(new Set(['none']))
  expect(pin()).toBe('123456')
  await button('Ocultar PIN').click()
  await expect.element(button('Mostrar PIN')).toBeVisible()
  expect(masks()).toEqual(new Set(['disc']))
})

test('on a first visit typing can begin at once, and Tab goes from digit to digit', async () => {
  openApp('/login')
  await expect.element(digit(1)).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(digit(2)).toHaveFocus()
  await press(digit(6), '{Tab}')
  await expect.element(button('Mostrar PIN')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(password()).toHaveFocus()
})

test('where there is a wallet to open, typing can begin at once', { tags: 'long' }, async () => {
  await beginWorld()
  await openLoginWithVault()
  await expect.element(digit(1)).toHaveFocus()
  await userEvent.keyboard(ana.pin)
  await userEvent.keyboard(ana.password)
  await userEvent.keyboard('{Enter}')
  await expectDashboard()
})

test('who types before the wallet was found keeps the place', async () => {
  await storeVault()
  const release = await keepDatabaseBusy()
  openApp('/login')
  await press(digit(1), ana.pin)
  await userEvent.keyboard('secr')
  release()
  await expect.element(restore()).toBeVisible()
  await userEvent.keyboard('eto')
  await expect.element(password()).toHaveValue('secreto')
  expect(pin()).toBe(ana.pin)
})

describe('with a clipboard', () => {
  test('L3 L7 PIN and password can be pasted, and the password is hidden until it is asked for', async () => {
    await allowClipboard('read', 'write')
    openApp('/login')
    const paste = async (text: string, target: Locator) => {
      // A page may write to the clipboard while it has the focus.
      await target.click()
      await navigator.clipboard.writeText(text)
      await pasteInto(target)
    }
    for (const [copied, from] of [
      ['123456', 1],
      ['654321', 4],
      ['123 456', 1],
      ['654 321', 6],
      [' PIN: 123-456\n', 3],
    ] as const) {
      await paste(copied, digit(from))
      expect(pin(), `'${copied}' pasted into box ${from}`).toBe(copied.replace(/\D/g, ''))
      await expect.element(password()).toHaveFocus()
    }

    // A part of a PIN goes on from where it is pasted, and text without digits changes nothing.
    await paste('90', digit(2))
    expect(pin()).toBe('190456')
    await expect.element(digit(4)).toHaveFocus()
    await paste('hola', digit(1))
    expect(pin()).toBe('190456')

    await paste(ana.password, password())
    await expect.element(password()).toHaveValue(ana.password)
    await expect.element(password()).toHaveAttribute('type', 'password')
    await button('Mostrar contraseña').click()
    await expect.element(password()).toHaveAttribute('type', 'text')
    await expect.element(password()).toHaveValue(ana.password)
    await button('Ocultar contraseña').click()
    await expect.element(password()).toHaveAttribute('type', 'password')
    expect(location.pathname).toBe('/login')
  })
})

test('digits typed beyond the six of the PIN do not begin the password without a word', async () => {
  openApp('/login')
  const told = page.getByText('El PIN ya está completo: esto es la contraseña.')
  await press(digit(1), '12345678')
  expect(pin()).toBe('123456')
  await expect.element(password()).toHaveValue('78')
  await expect.element(told).toBeVisible()
  await userEvent.keyboard('{Backspace}{Backspace}')
  await expect.element(told).not.toBeInTheDocument()
  await userEvent.keyboard('secreto')
  await expect.element(told).not.toBeInTheDocument()

  // Whoever goes to the password means to.
  await password().fill('')
  await press(button('Mostrar contraseña'), '{Shift}')
  await press(password(), '7')
  await expect.element(password()).toHaveValue('7')
  await expect.element(told).not.toBeInTheDocument()
  await userEvent.keyboard(' mares')
  await expect.element(password()).toHaveValue('7 mares')
  await expect.element(told).not.toBeInTheDocument()
})

test('L13 warns about a PIN and a password that are easily guessed, and accepts them', { tags: 'long' }, async () => {
  openApp('/login')
  await expect.element(password()).toHaveAttribute('autocomplete', 'new-password')
  const { y } = boxOf(button('Acceder'))
  for (const [chosen, hint] of [
    ['perro', 'Es corta: mejor cuatro palabras al azar.'],
    ['Contraseña123', 'Muy común: adivinarla cuesta unos 330 dólares.'],
    ['1990199019', 'Solo números: se adivina pronto.'],
  ] as const) {
    await fillCredentials({ ...ana, password: chosen })
    await expect.element(password()).toHaveAccessibleDescription(hint)
    await expect.element(page.getByText(hint)).toBeVisible()
    expect(boxOf(button('Acceder')).y).toBe(y)
  }
  await password().fill('tortuga enero violín')
  await expect.element(password()).not.toHaveAccessibleDescription()
  await fillCredentials({ pin: '123456', password: 'password' })
  await expect.element(page.getByText('Muy común: adivinarlo no cuesta ni un centavo.')).toBeVisible()
  await expect.element(page.getByText('Muy común: adivinarla cuesta unos 33 centavos.')).toBeVisible()
  expect(boxOf(button('Acceder')).y).toBe(y)
  await button('Acceder').click()
  await expect.element(title('Tu frase semilla')).toBeVisible()
})

test('where a wallet is opened, nothing is said about its password', async () => {
  await openLoginWithVault()
  await expect.element(password()).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(restore()).toBeVisible()
  await password().fill('perro')
  // The script that judges a new password would be here by then.
  await import('../../text/credentialHints.ts')
  await drawn()
  await expect.element(password()).not.toHaveAccessibleDescription()
})

test('L9 L10 the tooltip of ¿No tienes cuenta? shows under pointer and focus; ¿Olvidaste tu contraseña? alerts for a while', async () => {
  openApp('/login')
  const tip = page.getByRole('tooltip', { name: '(Demo) Usuario nuevo se configurará luego' })
  await button('¿No tienes cuenta?').hover()
  await expect.element(tip).toBeVisible()
  await title('Acceso seguro').hover()
  await expect.element(tip).not.toBeInTheDocument()

  await press(button('Acceder'), '{Tab}')
  await expect.element(button('¿No tienes cuenta?')).toHaveFocus()
  await expect.element(tip).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await button('¿Olvidaste tu contraseña?').click()
  await expect.element(alert()).toHaveTextContent('Recuperación pendiente (demo).')
  await title('Acceso seguro').hover()
  await vi.advanceTimersByTimeAsync(7_000)
  await expect.element(alert()).not.toBeInTheDocument()

  await button('¿Olvidaste tu contraseña?').click()
  await button('Cerrar').click()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(alert()).not.toBeInTheDocument()
})
