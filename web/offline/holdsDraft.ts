const TYPED = 'input:not([type=checkbox], [type=radio], [type=hidden], [aria-hidden=true]), textarea:not([aria-hidden=true])'

/** Whether something was typed on the page that a reload would lose. A form that holds more than it shows says so by data-draft. */
export function holdsDraft(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)
  return document.querySelector('[data-draft]') !== null || [...fields].some(({ value, readOnly }) => value !== '' && !readOnly)
}
