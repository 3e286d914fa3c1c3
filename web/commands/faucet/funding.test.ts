import { expect, test } from 'vitest'
import { fundingNotice } from './funding.ts'

test('test funds: what came and what did not, kindly', () => {
  expect(fundingNotice({ hasEther: true, refusal: undefined })).toBe('Recibiste 2 ETH de prueba. Los dólares vienen en camino.')
  expect(fundingNotice({ hasEther: true, refusal: { name: 'DrawTooSoon', args: [0n] } })).toMatch(
    /^Recibiste 2 ETH de prueba\. Ya pediste dólares hace poco\. Podrás volver a pedirlos el /,
  )
})
