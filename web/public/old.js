// biome-ignore-all lint/complexity/useArrowFunction: ES5, because this must run where the app's own scripts cannot.

// Shows what index.html says to a browser that is too old, instead of an empty page.
;(function () {
  function show() {
    var sentence = document.getElementById('old')
    if (sentence) sentence.hidden = false
  }
  // Missing in browsers a little older than those of build/target.ts: the stream in Safari and Firefox, the unit in Chrome.
  var isOld =
    !('noModule' in document.createElement('script')) ||
    !('DecompressionStream' in window) ||
    !window.CSS ||
    !CSS.supports('height', '1dvh')
  if (isOld) show()
  // A script of the page that cannot be parsed.
  window.addEventListener('error', function (event) {
    if (event.error instanceof SyntaxError) show()
  })
})()
