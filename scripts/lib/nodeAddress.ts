/** Shorter parts, as 'v2' and 'rpc', are no keys, and may be parts of words. */
const MIN_KEY_LENGTH = 5

/** The host and port of a node. The rest of its URL may be a key, which is never printed. */
export function nodeHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Takes out of a text what may be the key in a node's URL: nodes and libraries repeat it in what they say. */
export function withoutKey(text: string, url: string): string {
  if (!URL.canParse(url)) return text
  const { host, username, password, pathname, search } = new URL(url)
  const header = btoa(`${decode(username)}:${decode(password)}`)
  const parts = [header, username, password, ...pathname.split('/'), ...search.split(/[?&=]/)]
  const keys = parts.flatMap((part) => [part, decode(part)]).filter((part) => part.length >= MIN_KEY_LENGTH)
  const longestFirst = [url, pathname + search, ...keys].filter((part) => part.length > 1).sort((a, b) => b.length - a.length)
  return longestFirst.reduce((shown, key) => shown.replaceAll(key, key === url ? host : '…'), text)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
