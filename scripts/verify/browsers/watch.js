// The first script of every page: keeps what the page complains of, for engines whose driver has no log.
;(() => {
  /** @param {unknown[]} parts */
  const keep = (...parts) => {
    const before = JSON.parse(sessionStorage.getItem('watched') ?? '[]')
    sessionStorage.setItem('watched', JSON.stringify([...before, parts.map(String).join(' ')]))
  }
  for (const kind of /** @type {const} */ (['error', 'warn'])) {
    const original = console[kind]
    console[kind] = (...parts) => {
      keep(kind, ...parts)
      original(...parts)
    }
  }
  addEventListener('unhandledrejection', ({ reason }) => keep('unhandled', reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    keep('policy', violatedDirective, blockedURI),
  )
  // Capturing: files that could not be loaded do not bubble.
  addEventListener('error', (event) => keep('error', event.message ?? /** @type {Element} */ (event.target).outerHTML), true)
})()
