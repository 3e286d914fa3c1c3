import { getAddress } from 'viem'
import { HDKey, mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import bip39 from '../golden/bip39.json' with { type: 'json' }
import { accountFrom, seedFrom } from './account.ts'

const JUNK = 'test test test test test test test test test test test junk'

test('the account is the one that every wallet shows for the phrase of the test chains', async () => {
  const account = await accountFrom(JUNK)
  expect(account.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(Buffer.from(account.getHdKey().privateKey ?? []).toString('hex')).toBe(
    'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
})

test.each([
  [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  [2, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  [3, '0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
])("its neighbour m/44'/60'/0'/0/%i comes from the same seed", async (index, address) => {
  const seed = await seedFrom(JUNK)
  expect(Buffer.from(seed).toString('hex')).toHaveLength(128)
  expect(mnemonicToAccount(JUNK, { addressIndex: index }).address).toBe(address)
  const { publicKey } = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/0'/0/${index}`)
  expect(publicKey).toEqual(mnemonicToAccount(JUNK, { addressIndex: index }).getHdKey().publicKey)
})

test.each(bip39)('BIP-39 $language $entropy: seed', async ({ phrase, seed }) => {
  expect(Buffer.from(await seedFrom(phrase, 'TREZOR')).toString('hex')).toBe(seed)
  expect(Buffer.from(await seedFrom(phrase.normalize('NFKD'), 'TREZOR')).toString('hex')).toBe(seed)
})

test.each(bip39)('$language $entropy: the account agrees with viem', async ({ phrase }) => {
  expect((await accountFrom(phrase)).address).toBe(mnemonicToAccount(phrase).address)
})

test.each([
  ['a wrong checksum', JUNK.replace('junk', 'test')],
  ['a word too few', JUNK.replace('test ', '')],
  ['an unknown word', JUNK.replace('junk', 'junkk')],
  ['nothing', ''],
])('%s gives no account', async (_, phrase) => {
  await expect(accountFrom(phrase)).rejects.toThrow('not a valid BIP-39 phrase')
})

describe('BIP-32', () => {
  test.each([
    [
      'test vector 1, chain m',
      '000102030405060708090a0b0c0d0e0f',
      'm',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    [
      "test vector 1, chain m/0'/1",
      '000102030405060708090a0b0c0d0e0f',
      "m/0'/1",
      'xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs',
    ],
    [
      "test vector 1, chain m/0'/1/2'/2/1000000000",
      '000102030405060708090a0b0c0d0e0f',
      "m/0'/1/2'/2/1000000000",
      'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
    ],
    [
      "test vector 2, chain m/0/2147483647'/1/2147483646'/2",
      'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
      "m/0/2147483647'/1/2147483646'/2",
      'xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA9QWTyefMLEcBYJUuekgW4BYPJcr9E7j',
    ],
  ])('%s', (_, seed, path, key) => {
    expect(HDKey.fromMasterSeed(Uint8Array.from(Buffer.from(seed, 'hex'))).derive(path).privateExtendedKey).toBe(key)
  })
})

test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('EIP-55 %s', (address) => {
  expect(getAddress(address.toLowerCase())).toBe(address)
})
