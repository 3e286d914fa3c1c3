import { beforeAll, expect, test } from 'vitest'
import { book, client, dollar, luis, withSenders } from './senders.testing.ts'

withSenders()

let fetchRecipient: typeof import('./fetchRecipient.ts').fetchRecipient

beforeAll(async () => {
  ;({ fetchRecipient } = await import('./fetchRecipient.ts'))
})

test('a contract is told from a person, and from a person whose account acts through a contract', async () => {
  const token = dollar()
  expect(await fetchRecipient(book(), luis.address)).toEqual({ isContract: false, token })
  expect(await fetchRecipient(book(), token)).toEqual({ isContract: true, token })
  await client.setCode({ address: luis.address, bytecode: `0xef0100${token.slice(2)}` })
  expect(await fetchRecipient(book(), luis.address)).toEqual({ isContract: false, token })
})
