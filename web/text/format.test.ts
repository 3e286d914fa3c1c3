import { expect, test } from 'vitest'
import {
  aprPercent,
  count,
  date,
  eth,
  ether,
  ethFee,
  exactEther,
  exactMoney,
  longMoment,
  moment,
  money,
  moneyOwed,
} from './format.ts'
import { shortAddress } from './shortHex.ts'

test.each([
  [0n, '$ 0.00'],
  [10_000n, '$ 0.01'],
  [300_000_000n, '$ 300.00'],
  [1_200_000_000n, '$ 1200.00'],
  [12_000_000_000n, '$ 12,000.00'],
  [8_944_050_000n, '$ 8944.05'],
  [2n ** 64n - 1n, '$ 18,446,744,073,709.55'],
])('T4 %s millionths read as %s', (amount, text) => {
  expect(money(amount)).toBe(text)
})

test('what is sent is shown to its last digit', () => {
  expect(exactMoney(12_040_000_000n)).toBe('$ 12,040.00')
  expect(exactMoney(12_040_000_001n)).toBe('$ 12,040.000001')
  expect(exactMoney(500_100n)).toBe('$ 0.5001')
  expect(exactEther(10n ** 18n)).toBe('1 ETH')
  expect(exactEther(1n)).toBe('0.000000000000000001 ETH')
})

test('ether to read has six decimals at most, and says where that is not all of it', () => {
  expect(ether(25n * 10n ** 16n)).toBe('0.25 ETH')
  expect(ether(25n * 10n ** 16n + 1n)).toBe('≈ 0.25 ETH')
  expect(ether(10n ** 18n - 1n)).toBe('≈ 0.999999 ETH')
  expect(ether(10n ** 12n)).toBe('0.000001 ETH')
  expect(ether(1n)).toBe('< 0.000001 ETH')
})

test('T4 a balance is never shown above what it is, a debt never below', () => {
  expect(money(1_009_999n)).toBe('$ 1.00')
  expect(moneyOwed(1_000_001n)).toBe('$ 1.01')
  expect(moneyOwed(1_010_000n)).toBe('$ 1.01')
  expect(moneyOwed(0n)).toBe('$ 0.00')
})

test.each([
  [1000, '10 % APR'],
  [1150, '11.5 % APR'],
  [1, '0.01 % APR'],
  [65_535, '655.35 % APR'],
])('M1 an interest of %d hundredths reads as %s', (apr, text) => {
  expect(aprPercent(apr)).toBe(text)
})

test('a count is grouped from five digits on', () => {
  expect([6, 2000, 100_000].map(count)).toEqual(['6', '2000', '100,000'])
})

test('a date reads as a person writes it', () => {
  expect(date(Date.UTC(2025, 11, 3, 12) / 1000)).toBe('3 dic 2025')
})

test('a moment reads in the time zone of the device, in full and in short', () => {
  const seconds = new Date(2025, 11, 3, 0, 5).getTime() / 1000
  expect(longMoment(seconds)).toBe('3 de diciembre de 2025 a las 00:05')
  expect(moment(seconds)).toBe('3 dic 2025, 00:05')
})

test('H4 an address is shortened to 6 and 4 characters, and none is a dash', () => {
  expect(shortAddress('0x70a9000000000000000000000000000000079C8a')).toBe('0x70a9…9C8a')
})

test('H1 ETH has four decimals, cut rather than rounded up', () => {
  expect(eth(2n * 10n ** 18n)).toBe('2.0000')
  expect(eth(10n ** 18n - 1n)).toBe('0.9999')
  expect(eth(0n)).toBe('0.0000')
  expect(ethFee(67_000_000_000_001n)).toBe('0.000068')
})
