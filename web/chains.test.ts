import { expect, test } from 'vitest'
import { networkOf, networks, publicNetworks } from './chains.ts'
import { readConfig } from './config.ts'
import { explorerUrl } from './text/explorer.ts'

test('a network is found by its id, and one that nobody knows is not', () => {
  for (const network of Object.values(networks)) expect(networkOf(network.id)).toBe(network)
  expect(networkOf(1)).toBeUndefined()
  expect(networkOf(undefined)).toBeUndefined()
})

test('ids and names are each used once', () => {
  const rows = Object.values(networks)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

// Requirements of every public network, so that adding one takes a row and nothing else.
test.each(publicNetworks)('$name has all that a public network needs', ({ id, explorer, faucets, genesis, confirmations }) => {
  expect(readConfig({}).chainIds).toContain(id)
  expect(explorerUrl(id, 'tx', '0x12')).toBe(`${explorer}/tx/0x12`)
  expect(explorer).toMatch(/^https:\/\/[^/]+$/)
  expect(genesis).toMatch(/^0x[0-9a-f]{64}$/)
  expect(confirmations).toBeGreaterThan(1)
  expect(faucets.length).toBeGreaterThan(0)
  for (const [name, url] of faucets) expect([name.length > 0, url]).toEqual([true, expect.stringMatching(/^https:/)])
})

test('the local network has no explorer', () => {
  expect(explorerUrl(networks.local.id, 'tx', '0x12')).toBeUndefined()
})
