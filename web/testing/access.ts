// Steps of login, phrase and quiz, shared by component tests.
import { expect, onTestFinished } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { storeVault } from './device.ts'
import { openApp, unmount } from './mount.tsx'
import { button, texts, title } from './screen.ts'

/** /login in a browser that stores Ana's vault. */
export async function openLoginWithVault() {
  await storeVault()
  openApp('/login')
}

/** Leaves the page and comes to this path, as a reload does: what is stored stays. */
export function visitAnew(path: string) {
  unmount()
  openApp(path)
}

/** Resolves to the path that the page is left for, by a script that loads another document; this one stays as it is. */
export function nextDocument(): Promise<string> {
  return new Promise((resolve) => {
    const onNavigate = (event: NavigateEvent) => {
      if (event.destination.sameDocument) return
      event.preventDefault()
      window.navigation.removeEventListener('navigate', onNavigate)
      resolve(new URL(event.destination.url).pathname)
    }
    window.navigation.addEventListener('navigate', onNavigate)
  })
}

export const chips = () => page.getByRole('list').first().getByRole('listitem')

/** Shows the phrase on /seed and returns it. */
export async function readPhrase(): Promise<string> {
  await button('Mostrar palabras').click()
  await button('Ocultar palabras').findElement()
  return texts(chips())
    .map((chip) => chip.replace(/^\d+\s*/, ''))
    .join(' ')
}

export const saved = () =>
  page.getByRole('checkbox', { name: 'Confirmo que he guardado mi frase semilla en un lugar seguro', exact: true })

/** Checks the box on /seed and continues to /seed/confirm. */
export async function confirmPhraseSaved() {
  await saved().click()
  await button('Continuar').click()
  await expect.element(title('Confirmar frase semilla')).toBeVisible()
}

/** On /seed: submits the form for an existing phrase. */
export async function importPhrase(text: string) {
  await button('Ya tengo una frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(text)
  await button('Restaurar billetera').click()
}

type Asked = { position: number; group: Locator; options: string[] }

/** The three questions of /seed/confirm. */
export function readQuiz(): Asked[] {
  return page
    .getByRole('radiogroup', { name: /^Palabra #\d+$/ })
    .all()
    .map((group) => ({
      position: Number(
        document.getElementById(group.element().getAttribute('aria-labelledby') ?? '')?.textContent?.replace('Palabra #', ''),
      ),
      group,
      options: [...group.element().querySelectorAll('label')].map((label) => label.innerText),
    }))
}

/** Chooses the right answers, or a wrong one to the first question. */
export async function answerQuiz(phrase: string, { wrongly = false } = {}) {
  const words = phrase.split(' ')
  for (const [index, { position, group, options }] of readQuiz().entries()) {
    const right = words[position - 1] ?? ''
    const choice = wrongly && index === 0 ? (options.find((option) => option !== right) ?? '') : right
    await group.getByRole('radio', { name: choice, exact: true }).click()
  }
}

export async function passQuiz(phrase: string) {
  await answerQuiz(phrase)
  await button('Confirmar').click()
}

export async function expectDashboard() {
  await expect.element(button('Bloquear')).toBeVisible()
  expect(location.pathname).toBe('/dashboard')
}

export async function press(target: Locator, keys: string) {
  const element = await target.findElement()
  element.focus()
  await userEvent.keyboard(keys)
}

/** Pastes what is on the clipboard. */
export async function pasteInto(target: Locator) {
  await press(target, '{Control>}v{/Control}')
}

/** Clipboard permissions of the page in this test: these, and nothing else. */
export async function allowClipboard(...uses: ('read' | 'write')[]) {
  await commands.takeClipboard(...uses)
  onTestFinished(() => commands.leaveClipboard())
}

export const clipboard = () => navigator.clipboard.readText()

/** Waits until what the app knows by now is on the page. */
export const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
