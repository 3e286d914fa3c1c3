import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerQuiz, confirmPhraseSaved, expectDashboard, passQuiz, readPhrase, readQuiz } from '../../testing/access.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, exactly, texts, title } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

const PHONE = [360, 640] as const

afterEach(() => page.viewport(1280, 720))

test('C1 C2 C3 Confirmar frase semilla asks for three ascending places, each with four words of which one is right', async () => {
  const words = (await openQuiz()).split(' ')
  await expect.element(title('Confirmar frase semilla')).toBeVisible()
  for (let round = 0; round < 5; round++) {
    const quiz = readQuiz()
    const positions = quiz.map(({ position }) => position)
    expect(positions).toHaveLength(3)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    for (const { position, options } of quiz) {
      expect(position).toBeGreaterThanOrEqual(1)
      expect(position).toBeLessThanOrEqual(12)
      expect(options).toHaveLength(4)
      expect(new Set(options).size).toBe(4)
      expect(options).toContain(words[position - 1])
      for (const option of options) expect(words).toContain(option)
    }
    await button('Otra combinación').click()
  }
})

test('each screen opens at its top, wherever one was on the one before', { tags: 'long' }, async () => {
  const phrase = await openQuiz()
  await beginWorld()
  await page.viewport(1280, 500)
  await button('Volver').click()
  await confirmPhraseSaved()
  await expect.element(title('Confirmar frase semilla')).toHaveFocus()
  expect(scrollY).toBe(0)
  await passQuiz(phrase)
  await expectDashboard()
  expect(scrollY).toBe(0)
})

test('C4 Otra combinación asks anew and clears answers and error', async () => {
  const phrase = await openQuiz()
  const asText = () => JSON.stringify(readQuiz().map(({ position, options }) => ({ position, options })))
  await answerQuiz(phrase, { wrongly: true })
  await button('Confirmar').click()
  await expect.element(alert()).toBeVisible()
  const before = asText()

  await button('Otra combinación').click()

  await expect.element(alert()).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(12)
  for (const radio of page.getByRole('radio').all()) await expect.element(radio).not.toBeChecked()
  await expect.element(button('Confirmar')).toBeDisabled()
  expect(asText()).not.toBe(before)
})

test('C5 Volver goes to /seed with the same phrase', async () => {
  const phrase = await openQuiz()
  await button('Volver').click()
  await expect.element(title('Tu frase semilla')).toBeVisible()
  expect(location.pathname).toBe('/seed')
  expect(await readPhrase()).toBe(phrase)
})

test('C3 C6 a question takes one answer, and Confirmar waits for all three', async () => {
  await openQuiz()
  for (const { group } of readQuiz()) {
    await expect.element(button('Confirmar')).toBeDisabled()
    const radios = group.getByRole('radio')
    await radios.nth(0).click()
    await radios.nth(2).click()
    await expect.element(radios.nth(0)).not.toBeChecked()
    await expect.element(radios.nth(2)).toBeChecked()
  }
  await expect.element(button('Confirmar')).toBeEnabled()
})

test('C7 C8 a wrong answer is said in sight, without telling which; when all are right the dashboard opens', async () => {
  const phrase = await openQuiz()
  await beginWorld()
  await page.viewport(...PHONE)
  await answerQuiz(phrase, { wrongly: true })
  await button('Confirmar').click()
  await expect.element(alert()).toHaveTextContent(exactly('Alguna respuesta es incorrecta. Revisa y vuelve a intentar.'))
  await expect.element(alert()).toBeInViewport({ ratio: 1 })
  await expect.poll(() => page.getByRole('radio', { checked: true }).elements().length).toBe(3)
  expect(location.pathname).toBe('/seed/confirm')

  await passQuiz(phrase)
  await expectDashboard()
})

test('the words to choose from are as high as a finger needs, and no higher', { tags: 'long' }, async () => {
  await openQuiz()
  await page.viewport(360, 740)
  const labels = [...document.querySelectorAll('[role=radiogroup] label')]
  expect(texts(page.getByRole('radiogroup'))).toHaveLength(3)
  expect(new Set(labels.map((label) => label.getBoundingClientRect().height))).toEqual(new Set([48]))
})

describe('on a phone', () => {
  test('C1 the quiz opens at its top, with the heading in view and focused', async () => {
    await page.viewport(...PHONE)
    await openQuiz()
    await expect.element(title('Confirmar frase semilla')).toBeInViewport({ ratio: 1 })
    await expect.element(title('Confirmar frase semilla')).toHaveFocus()
    expect(scrollY).toBe(0)
    await button('Volver').click()
    await expect.element(title('Tu frase semilla')).toHaveFocus()
    expect(scrollY).toBe(0)
  })
})

/** The quiz on a new phrase, which it returns. */
async function openQuiz(): Promise<string> {
  openApp('/seed')
  const phrase = await readPhrase()
  await confirmPhraseSaved()
  return phrase
}
