import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  answerQuiz,
  button,
  confirmPhraseSaved,
  expectDashboard,
  passQuiz,
  readPhrase,
  readQuiz,
  title,
} from '../support/steps.ts'

let phrase: string
let words: string[]

test.beforeEach(async ({ page }) => {
  await page.goto('/seed')
  phrase = await readPhrase(page)
  words = phrase.split(' ')
  await confirmPhraseSaved(page)
})

test('C1 C2 C3 Confirmar frase semilla asks for three ascending places, each with four words of which one is right', async ({
  page,
}) => {
  await expect(title(page, 'Confirmar frase semilla')).toBeVisible()
  for (let round = 0; round < 5; round++) {
    const quiz = await readQuiz(page)
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
    await button(page, 'Otra combinación').click()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('C1 the quiz opens at its top, with the heading in view and focused', async ({ page }) => {
    await expect(title(page, 'Confirmar frase semilla')).toBeInViewport({ ratio: 1 })
    await expect(title(page, 'Confirmar frase semilla')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await button(page, 'Volver').click()
    await expect(title(page, 'Tu frase semilla')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

test('each screen opens at its top, wherever one was on the one before', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await button(page, 'Volver').click()
  await confirmPhraseSaved(page)
  await expect(title(page, 'Confirmar frase semilla')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('C4 Otra combinación asks anew and clears answers and error', async ({ page }) => {
  const asText = async () => JSON.stringify((await readQuiz(page)).map(({ position, options }) => ({ position, options })))
  await answerQuiz(page, phrase, { wrongly: true })
  await button(page, 'Confirmar').click()
  await expect(alert(page)).toBeVisible()
  const before = await asText()

  await button(page, 'Otra combinación').click()

  await expect(alert(page)).toBeHidden()
  for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await expect(button(page, 'Confirmar')).toBeDisabled()
  expect(await asText()).not.toBe(before)
})

test('C5 Volver goes to /seed with the same phrase', async ({ page }) => {
  await button(page, 'Volver').click()
  await expect(page).toHaveURL('/seed')
  expect(await readPhrase(page)).toBe(phrase)
})

test('C3 C6 a question takes one answer, and Confirmar waits for all three', async ({ page }) => {
  for (const { group } of await readQuiz(page)) {
    await expect(button(page, 'Confirmar')).toBeDisabled()
    const radios = group.getByRole('radio')
    await radios.nth(0).check()
    await radios.nth(2).check()
    await expect(radios.nth(0)).not.toBeChecked()
    await expect(radios.nth(2)).toBeChecked()
  }
  await expect(button(page, 'Confirmar')).toBeEnabled()
})

test('C7 C8 a wrong answer is said in sight, without telling which; when all are right the dashboard opens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await answerQuiz(page, phrase, { wrongly: true })
  await button(page, 'Confirmar').click()
  await expect(alert(page)).toHaveText('Alguna respuesta es incorrecta. Revisa y vuelve a intentar.')
  await expect(alert(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(3)
  await expect(page).toHaveURL('/seed/confirm')

  await passQuiz(page, phrase)
  await expectDashboard(page)
})

test('the words to choose from are as high as a finger needs, and no higher', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/seed')
  await readPhrase(page)
  await confirmPhraseSaved(page)
  const heights = await page
    .getByRole('radiogroup')
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([48]))
})
