import { expectTypeOf, test } from 'vitest'
import type { eth, money } from '../text/format.ts'
import type { Dollars, Wei } from './units.ts'

test('wei cannot be passed for dollars, nor dollars for wei; plain numbers fit both', () => {
  expectTypeOf<Wei>().not.toExtend<Dollars>()
  expectTypeOf<Dollars>().not.toExtend<Wei>()
  expectTypeOf<bigint>().toExtend<Wei>()
  expectTypeOf<bigint>().toExtend<Dollars>()
  expectTypeOf<Wei>().not.toExtend<Parameters<typeof money>[0]>()
  expectTypeOf<Dollars>().not.toExtend<Parameters<typeof eth>[0]>()
})
