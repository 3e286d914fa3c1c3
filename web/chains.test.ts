import { isAddress } from 'viem'
import { expect, test } from 'vitest'
import { giverOf, networkOf, networks, publicNetworks } from './chains.ts'
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
test.each(publicNetworks)('$name has all that a public network needs', (network) => {
  const { id, explorer, faucets, dollars, genesis, confirmations } = network
  expect(readConfig({}).chainIds).toContain(id)
  expect(explorerUrl(id, 'tx', '0x12')).toBe(`${explorer}/tx/0x12`)
  expect(explorer).toMatch(/^https:\/\/[^/]+$/)
  expect(genesis).toMatch(/^0x[0-9a-f]{64}$/)
  expect(confirmations).toBeGreaterThan(1)
  expect(faucets.length).toBeGreaterThan(0)
  for (const [name, url] of [...faucets, ...Object.values(dollars)])
    expect([name.length > 0, url]).toEqual([true, expect.stringMatching(/^https:/)])
})

test('who gives a dollar is known by its address, however its letters are written', () => {
  const circles = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'
  for (const token of [circles, circles.toLowerCase()]) expect(giverOf(token)).toEqual(['Circle', 'https://faucet.circle.com'])
  expect(giverOf('0x0000000000000000000000000000000000000001')).toBeUndefined()
  for (const address of publicNetworks.flatMap(({ dollars }) => Object.keys(dollars))) expect(isAddress(address)).toBe(true)
})

test('the local network has no explorer', () => {
  expect(explorerUrl(networks.local.id, 'tx', '0x12')).toBeUndefined()
})
