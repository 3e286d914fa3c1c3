/** The oldest browsers that the app is for. The README names them, and index.html to whoever comes with an older one. */
const OLDEST = { Chrome: '109', Firefox: '115', Safari: '16.4' }

/** Browsers that the syntax of scripts and styles is lowered to. */
export const TARGET = [
  `chrome${OLDEST.Chrome}`,
  `firefox${OLDEST.Firefox}`,
  `safari${OLDEST.Safari}`,
  // Every browser of an iPhone is Safari below.
  `ios${OLDEST.Safari}`,
]

/** 'Chrome 109, Firefox 115 o Safari 16.4' */
export const oldestBrowsers = new Intl.ListFormat('es', { type: 'disjunction' }).format(
  Object.entries(OLDEST).map((entry) => entry.join(' ')),
)
