import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { amountText, etherText, type Parsed, parseAmount, parseApr, parseEther } from './decimal.ts'
import { limits } from './limits.ts'

const MAX_PRINCIPAL = limits.principal.max
const MAX_APR = limits.apr.max

const FIELDS = [
  {
    name: 'amount',
    parse: parseAmount as (typed: string) => Parsed<bigint | number>,
    decimals: 6,
    max: MAX_PRINCIPAL,
    sign: '$',
  },
  {
    name: 'ether',
    parse: parseEther as (typed: string) => Parsed<bigint | number>,
    decimals: 18,
    max: 10n ** 27n,
    sign: 'ETH',
  },
  { name: 'apr', parse: parseApr as (typed: string) => Parsed<bigint | number>, decimals: 2, max: MAX_APR, sign: '%' },
]

describe.each(FIELDS)('$name', ({ parse, decimals, max, sign }) => {
  const value = fc.oneof(fc.bigInt({ min: 1n, max }), fc.bigInt({ min: max - 1000n, max }), fc.bigInt({ min: 1n, max: 1000n }))
  const written = (parts: bigint) => {
    const digits = parts.toString().padStart(decimals + 1, '0')
    return { whole: digits.slice(0, -decimals), fraction: digits.slice(-decimals) }
  }
  const read = (typed: string): bigint | undefined => {
    const parsed = parse(typed)
    return parsed.ok ? BigInt(parsed.value) : undefined
  }

  test('every value that the contract takes can be typed, to the last digit', () => {
    fc.assert(
      fc.property(value, (parts) => {
        const { whole, fraction } = written(parts)
        expect(read(`${whole}.${fraction}`)).toBe(parts)
      }),
      { numRuns: 2000 },
    )
  })

  test('point or comma, zeros at either end, spaces and the sign make no difference', () => {
    const space = fc.constantFrom('', ' ', '\u00a0', '\t', ' \n')
    const mark = fc.constantFrom('.', ',')
    const place = fc.constantFrom('before', 'after', 'none')
    fc.assert(
      fc.property(value, mark, fc.nat({ max: 3 }), fc.nat({ max: decimals }), space, space, place, (...how) => {
        const [parts, point, zeros, kept, left, right, where] = how
        const { whole, fraction } = written(parts)
        const shown = fraction.replace(/0+$/, '').padEnd(kept, '0')
        fc.pre(!(point === ',' && shown.length === 3))
        fc.pre(!(sign === '$' && shown.length === 3 && zeros === 0 && /^[1-9]\d{0,2}$/.test(whole)))
        const number = `${'0'.repeat(zeros)}${whole}${shown === '' ? '' : point}${shown}`
        const typed = { before: `${sign}${left}${number}`, after: `${number}${left}${sign}`, none: number }[where]
        expect(read(`${left}${typed}${right}`)).toBe(parts)
      }),
      { numRuns: 2000 },
    )
  })

  test('whatever is accepted has the digits that were typed, and nothing else is accepted', () => {
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789', '.', ',', '0', '1') }),
      fc.string({ unit: fc.constantFrom(...'0129.,$%eE+-_ x\u0661\uff11\u2212') }),
      fc.string({ unit: fc.nat({ max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point)) }),
      fc.double().map(String),
    )
    const mark = sign.replace('$', '\\$')
    fc.assert(
      fc.property(typed, (text) => {
        const number = new RegExp(`^\\s*(?:${mark}\\s*)?(\\d+|\\d+[.,]\\d*|[.,]\\d+)\\s*$`, 'u').exec(text)?.[1]
        const numberBefore = new RegExp(`^\\s*(\\d+|\\d+[.,]\\d*|[.,]\\d+)\\s*${mark}\\s*$`, 'u').exec(text)?.[1]
        expect(read(text)).toBe(expected(number ?? numberBefore))
      }),
      { numRuns: 5000 },
    )

    // The rules once more, told another way.
    function expected(number: string | undefined): bigint | undefined {
      if (number === undefined || /,\d{3}$/.test(number)) return undefined
      if (sign === '$' && /^[1-9]\d{0,2}\.\d{3}$/.test(number)) return undefined
      const [whole = '', fraction = ''] = number.split(/[.,]/)
      if (fraction.length > decimals) return undefined
      const parts = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0'))
      return parts > 0n && parts <= max ? parts : undefined
    }
  })

  test('the bounds, from both sides', () => {
    const typed = (parts: bigint) => `${written(parts).whole}.${written(parts).fraction}`
    expect(parse('0')).toEqual({ ok: false, problem: { kind: 'invalid' } })
    expect(read(typed(1n))).toBe(1n)
    expect(read(typed(max))).toBe(max)
    expect(parse(typed(max + 1n))).toEqual({ ok: false, problem: { kind: 'too-large', max } })
    expect(read(`1.${'1'.repeat(decimals)}`)).toBeDefined()
    expect(parse(`1.${'1'.repeat(decimals + 1)}`)).toEqual({ ok: false, problem: { kind: 'too-precise', decimals } })
    expect(parse(`1.${'0'.repeat(decimals + 1)}`)).toEqual({ ok: false, problem: { kind: 'too-precise', decimals } })
  })

  test('a million digits are refused by their number, and not converted first', () => {
    const convert = vi.spyOn(globalThis, 'BigInt')
    onTestFinished(() => convert.mockRestore())
    expect(parse('9'.repeat(1_000_000))).toEqual({ ok: false, problem: { kind: 'too-large', max } })
    expect(convert).not.toHaveBeenCalled()
  })
})

test.each([
  ['250', 250_000_000n],
  ['250.5', 250_500_000n],
  ['250,5', 250_500_000n],
  ['1.2000', 1_200_000n],
  ['0.125', 125_000n],
  ['1200.125', 1_200_125_000n],
  ['1,20', 1_200_000n],
  ['1,2000', 1_200_000n],
  ['5.', 5_000_000n],
  ['.5', 500_000n],
  [' $ 007.10 ', 7_100_000n],
  ['9007199254.740993', 9_007_199_254_740_993n],
  ['72057594037.927935', 72_057_594_037_927_935n],
])('P1 the amount %j is %d millionths', (typed, value) => {
  expect(parseAmount(typed)).toEqual({ ok: true, value })
})

test.each([
  '',
  ' ',
  '.',
  ',',
  '$',
  '0',
  '0.00',
  '-5',
  '+5',
  '1e3',
  '1_000',
  '1 200',
  '1,200.50',
  '1.200,50',
  '$5$',
  '5 %',
  '0x10',
  'Infinity',
  '١٢',
  '１２',
])('P3 %j is no amount', (typed) => {
  expect(parseAmount(typed)).toEqual({ ok: false, problem: { kind: 'invalid' } })
})

test.each(['1,200', '0,125', '12,000', ',500', '$ 1,200', '1.200', '12.000', '$ 999.999'])(
  '%j is refused rather than guessed',
  (typed) => {
    expect(parseAmount(typed)).toEqual({ ok: false, problem: { kind: 'ambiguous' } })
  },
)

test.each([
  ['12', 1200],
  ['12,5', 1250],
  ['12.50 %', 1250],
  ['%9', 900],
  ['0.01', 1],
  ['655.35', 65_535],
])('P1 the interest %j is %d hundredths', (typed, value) => {
  expect(parseApr(typed)).toEqual({ ok: true, value })
})

test('what is written into a field is read back the same', () => {
  const units = [
    { write: amountText, read: parseAmount, max: MAX_PRINCIPAL },
    { write: etherText, read: parseEther, max: 10n ** 27n },
  ]
  for (const { write, read, max } of units) {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max }), (value) => {
        expect(read(write(value))).toEqual({ ok: true, value })
      }),
    )
  }
})
