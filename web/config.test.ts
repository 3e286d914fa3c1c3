import { afterEach, expect, test, vi } from 'vitest'
import { networks, publicNetworks } from './chains.ts'
import { readConfig } from './config.ts'

const LOCAL = networks.local.id
const PUBLIC = publicNetworks.map(({ id }) => id)

afterEach(() => vi.unstubAllGlobals())

test('S11 without a setting the app uses hosted Sepolia nodes', () => {
  const { nodeUrls, lendingAddress } = readConfig({})
  expect(nodeUrls.length).toBeGreaterThan(0)
  for (const url of nodeUrls) expect(url).toMatch(/^https:\/\/.*sepolia/)
  expect(lendingAddress).toBeUndefined()
})

test('several nodes are separated by commas, the first is preferred', () => {
  const { nodeUrls } = readConfig({ REACT_APP_ALCHEMY_URL: 'https://a.example/key, http://127.0.0.1:8545,' })
  expect(nodeUrls).toEqual(['https://a.example/key', 'http://127.0.0.1:8545'])
})

test('the lending contract can be named', () => {
  const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  expect(readConfig({ REACT_APP_LENDING_ADDRESS: ` ${address} ` }).lendingAddress).toBe(address)
})

test('reads the https address of the source', () => {
  const sourceOf = (url: string) => readConfig({ REACT_APP_SOURCE_URL: url }).sourceUrl
  expect(sourceOf('')).toBeUndefined()
  expect(sourceOf('https://code.example/entrepares/')).toBe('https://code.example/entrepares')
  expect(() => sourceOf('javascript:alert(1)')).toThrow('REACT_APP_SOURCE_URL: "javascript:alert(1)" is not an https address.')
})

test('a node may be a path of the server that the app comes from', () => {
  expect(readConfig({ REACT_APP_ALCHEMY_URL: '/rpc' }).nodeUrls).toEqual(['/rpc'])
})

test.each(['localhost:8545', 'ws://127.0.0.1:8545/key', 'key', '//a.example/key', 'ftp://key@a.example'])(
  'a node that cannot be called by http is refused by its number, and its key is not repeated: %s',
  (url) => {
    const refused = new Error('REACT_APP_ALCHEMY_URL: node 2 is not an http address.')
    expect(() => readConfig({ REACT_APP_ALCHEMY_URL: `https://a.example,${url}` })).toThrow(refused)
  },
)

test.each([
  ['http://a.example', 'a.example'],
  ['http://192.168.1.7:8545/key', '192.168.1.7:8545'],
  ['http://key:key@127.0.0.1.a.example/rpc?key', '127.0.0.1.a.example'],
])('a node elsewhere that is not encrypted is refused by its host, and its key is not repeated: %s', (url, host) => {
  const sentence = `REACT_APP_ALCHEMY_URL: node 1, ${host}, is not encrypted. Use https: http is for nodes on this machine alone.`
  expect(() => readConfig({ REACT_APP_ALCHEMY_URL: url })).toThrow(new Error(sentence))
})

test('a node that is named twice is one', () => {
  expect(readConfig({ REACT_APP_ALCHEMY_URL: 'https://a.example,https://a.example' }).nodeUrls).toEqual(['https://a.example'])
})

test('a lending address that is none is refused by name', () => {
  expect(() => readConfig({ REACT_APP_LENDING_ADDRESS: '0x12' })).toThrow('REACT_APP_LENDING_ADDRESS: "0x12"')
})

test.each([
  ['http://127.0.0.1:8545', [LOCAL, ...PUBLIC]],
  ['http://localhost:8545, http://[::1]:8546', [LOCAL, ...PUBLIC]],
  ['http://127.0.0.1:8545, https://a.example', PUBLIC],
  ['https://127.0.0.1.a.example', PUBLIC],
  ['', PUBLIC],
])('nothing is signed for the local chain unless every node is on this machine: %s', (urls, chainIds) => {
  expect(readConfig({ REACT_APP_ALCHEMY_URL: urls }).chainIds).toEqual(chainIds)
})

test.each([
  ['http://localhost:5750', [LOCAL, ...PUBLIC]],
  ['https://entrepares.example', PUBLIC],
])('a path is on this machine if the page came from it: %s', (origin, chainIds) => {
  vi.stubGlobal('location', { origin })
  expect(readConfig({ REACT_APP_ALCHEMY_URL: '/rpc' }).chainIds).toEqual(chainIds)
})
