import { expect, test } from 'vitest'
import { networks } from '../../chains.ts'
import { readConfig } from '../../config.ts'
import { homeOf } from './homeChainId.ts'

const { local, sepolia } = networks
const base = { ...sepolia, id: 84532, publicNodes: ['https://base-sepolia.example/rpc'] }

test.each([
  ['', sepolia.id],
  ['https://base-sepolia.example/with-a-key', base.id],
  ['https://a.example, https://base-sepolia.example', base.id],
  ['https://a.example', sepolia.id],
  ['http://127.0.0.1:8545', local.id],
  ['/rpc', local.id],
])('the chain that a build is for follows from its nodes, not from the order of the networks: %s', (urls, id) => {
  const config = readConfig({ REACT_APP_ALCHEMY_URL: urls })
  expect(homeOf(config, [sepolia, base])).toBe(id)
  expect(homeOf(config, [base, sepolia])).toBe(id)
})
