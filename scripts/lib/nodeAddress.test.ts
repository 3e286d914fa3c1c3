import { expect, test } from 'vitest'
import { nodeHost, withoutKey } from './nodeAddress.ts'

const KEYS = {
  path: ['https://node.example:8545/v2/s3cretKey', 's3cretKey'],
  query: ['https://node.example:8545/rpc?apikey=s3cretKey&x=1', 's3cretKey'],
  'user and password': ['https://ana%40a:s3cret%2FKey@node.example:8545', 's3cret/Key'],
} as const

test.each(Object.entries(KEYS))(
  'with a key in its %s a node is named by its host, and no text shows the key',
  (_, [url, key]) => {
    expect(nodeHost(url)).toBe('node.example:8545')
    const { href, pathname, search, username, password } = new URL(url)
    const header = btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
    for (const part of [url, href, `${pathname}${search}`, key, password, decodeURIComponent(password), header, username]) {
      if (part.length < 5) continue
      const shown = withoutKey(`POST ${part} failed: node.example:8545 says "${part}" is not allowed`, url)
      expect(shown).not.toContain(part)
      expect(shown).not.toContain(key)
      expect(shown).toContain('node.example:8545 says')
      expect(shown).toContain('is not allowed')
    }
  },
)

test('a text about a node without a key stays as it is', () => {
  const text = 'The node sepolia.drpc.org refused: nonce too low: next nonce 5, tx nonce 4.'
  for (const url of ['https://sepolia.drpc.org', 'https://sepolia.drpc.org/', '/rpc', ''])
    expect(withoutKey(text, url)).toBe(text)
})
