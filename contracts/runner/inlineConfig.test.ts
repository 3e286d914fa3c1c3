import { expect, test } from 'vitest'
import { readInlineConfig } from './inlineConfig.ts'

test('a comment applies to the contract or function that follows it', () => {
  const source = `
/// @dev Measures.
/// forge-config: default.isolate = true
contract GasTest is LoanBookTest {
    function setUp() public {}

    /// @dev Slow.
    /// forge-config: default.fuzz.runs = 20
    /// forge-config: verify.fuzz.runs = 500
    function testFuzz_Slow(uint256 seed) public {}

    function testFuzz_Fast(uint256 seed) public {}
}

abstract contract Other {
    /// forge-config: verify.invariant.depth = 8
    function invariant_Holds() public {}
}`
  expect(readInlineConfig(source)).toEqual({
    GasTest: { default: { isolate: true } },
    'GasTest.testFuzz_Slow': { default: { 'fuzz.runs': 20 }, verify: { 'fuzz.runs': 500 } },
    'Other.invariant_Holds': { verify: { 'invariant.depth': 8 } },
  })
})

test('a setting that the runner does not know is refused', () => {
  const source = '/// forge-config: default.fuzz.dictionary_weight = 1\ncontract A {}'
  expect(() => readInlineConfig(source)).toThrow('fuzz.dictionary_weight')
})

test('a comment that is not understood is refused', () => {
  expect(() => readInlineConfig('/// forge-config: default.fuzz.runs\ncontract A {}')).toThrow()
})

test('a comment that nothing follows is refused', () => {
  expect(() => readInlineConfig('contract A {}\n/// forge-config: default.fuzz.runs = 1')).toThrow('default.fuzz.runs = 1')
})
