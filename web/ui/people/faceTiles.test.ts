import { expect, test } from 'vitest'
import { faceTiles } from './faceTiles.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a face is always the same four tiles for an address, however it is written', () => {
  const tiles = [
    { shape: 3, turn: 0, hue: 0 },
    { shape: 2, turn: 90, hue: 4 },
    { shape: 0, turn: 180, hue: 0 },
    { shape: 1, turn: 180, hue: 0 },
  ]
  expect(faceTiles(ANA)).toEqual(tiles)
  expect(faceTiles(ANA.toLowerCase())).toEqual(tiles)
})

test('one digit more or less gives another face', () => {
  expect(faceTiles(ANA.replace(/8$/, '9'))).not.toEqual(faceTiles(ANA))
})
