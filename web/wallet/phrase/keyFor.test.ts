import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { expect, test } from 'vitest'
import { seal, sealingKey, unseal } from '../vault/aead.ts'
import { utf8 } from '../vault/bytes.ts'
import { anasPhrase, luisPhrase } from '../vault/vault.testing.ts'
import { seedFrom } from './account.ts'
import { keyFor } from './keyFor.ts'

const scope = utf8('scope')

test('the same phrase gives the same key, as an independent HKDF computes it; another phrase gives another', async () => {
  const raw = new Uint8Array(hkdf(sha256, await seedFrom(anasPhrase), undefined, 'entrepares outbox v1', 32))
  const sealed = await seal(await sealingKey(raw), utf8('kept'), scope)
  expect(await unseal(await keyFor('outbox', anasPhrase), sealed, scope)).toEqual(utf8('kept'))
  expect(await unseal(await keyFor('outbox', luisPhrase), sealed, scope)).toBeUndefined()
})

test('the key of the contacts is another, and its label is fixed too', async () => {
  const raw = new Uint8Array(hkdf(sha256, await seedFrom(anasPhrase), undefined, 'entrepares contacts v1', 32))
  const sealed = await seal(await sealingKey(raw), utf8('kept'), scope)
  expect(await unseal(await keyFor('contacts', anasPhrase), sealed, scope)).toEqual(utf8('kept'))
  expect(await unseal(await keyFor('outbox', anasPhrase), sealed, scope)).toBeUndefined()
})

test('the key cannot be exported', async () => {
  const key = await keyFor('outbox', anasPhrase)
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
