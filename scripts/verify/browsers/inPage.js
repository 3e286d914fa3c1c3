// biome-ignore-all lint/correctness/noUnusedVariables: called by expressions of story.ts and engine.ts.

// Evaluated in the page. Plain JavaScript that is read as text: what tsx makes of TypeScript calls helpers that a page does not have.

/** @typedef {{ role: string, name?: string, text?: string }} Step `name`: whole, or a pattern between slashes. `text`: a part. */

/**
 * The visible elements that the last step describes, each step within those of the one before.
 * @param {Step[]} steps @returns {Element[]}
 */
function found(steps) {
  /** @type {Record<string, string>} */
  const selectors = {
    button: 'button, [role=button], [role=menuitem]',
    heading: 'h1, h2, h3',
    region: 'section, [role=region]',
    dialog: '[role=dialog]',
    card: 'article, li',
    textbox: 'input:not([type=radio]):not([type=checkbox]), textarea',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    question: '[role=radiogroup]',
    page: 'body',
  }
  /** @type {ParentNode[]} */
  let scopes = [document]
  for (const { role, name, text } of steps) {
    scopes = scopes
      .flatMap((scope) => [...scope.querySelectorAll(selectors[role] ?? '')])
      .filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden')
      .filter((element) => name === undefined || isNamed(nameOf(element), name))
      .filter((element) => text === undefined || (element.textContent ?? '').includes(text))
  }
  return /** @type {Element[]} */ (scopes)
}

/** @param {Element} element @returns {Element[]} */
function labelsOf(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : []
}

/** @param {Element} element */
function nameOf(element) {
  const labels = labelsOf(element)
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
  const text =
    element.getAttribute('aria-label') ||
    [...ids, ...labels]
      .map((label) => label?.textContent ?? '')
      .join(' ')
      .trim()
  return (text || (element.textContent ?? '')).replaceAll(/\s+/g, ' ').trim()
}

/** @param {string} actual @param {string} wanted */
function isNamed(actual, wanted) {
  return wanted.startsWith('/') ? new RegExp(wanted.slice(1, -1)).test(actual) : actual === wanted
}

/**
 * The middle of the first one, once nothing moves, disables or covers it; null before.
 * @param {Step[]} steps
 */
async function place(steps) {
  const [element] = found(steps)
  if (!element || element.matches(':disabled, [aria-disabled=true]')) return null
  element.scrollIntoView({ block: 'center' })
  const { top } = element.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const box = element.getBoundingClientRect()
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
  const hit = document.elementFromPoint(x, y)
  const labels = labelsOf(element)
  const isFree = hit !== null && [element, ...labels].some((part) => part.contains(hit))
  return box.top === top && isFree ? { x, y } : null
}

/** Every question of the quiz, by its name. */
function questions() {
  return found([{ role: 'question' }]).map(nameOf)
}

/** The words of the list that starts with number 1. */
function phrase() {
  const lists = [...document.querySelectorAll('ol, ul, [role=list]')]
  const words = lists.find((list) => /^1\D/.test(list.textContent ?? ''))
  return [...(words?.querySelectorAll('li, [role=listitem]') ?? [])]
    .map((chip) => (chip.textContent ?? '').replace(/^\d+\s*/, ''))
    .join(' ')
}

/** Whether the service worker has every file. */
function isKept() {
  return navigator.serviceWorker.controller?.state === 'activated'
}

/** What watch.js has written down. */
function complaints() {
  return JSON.parse(sessionStorage.getItem('watched') ?? '[]')
}

/** window.print counts instead. WebDriver has no command for it in every engine, and a dialog of the system would wait for ever. */
function countPrints() {
  window.print = () => document.documentElement.setAttribute('data-printed', '')
  return true
}

function isPrinted() {
  return document.documentElement.hasAttribute('data-printed')
}
