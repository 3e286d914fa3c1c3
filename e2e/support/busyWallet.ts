// A wallet that has been used for a while: what the page looks like when it is full.
import { type LocalAccount, parseEther } from 'viem'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import type { TestClient } from '../../devchain/testClient.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { publish, take, type World } from './others.ts'

/** Dollars, days and instalments of six loans. Two weeks later the first one and an instalment of the second are late. */
const LOANS = [
  [45n, 12, 1],
  [300n, 30, 3],
  [120n, 16, 1],
  [80n, 40, 1],
  [250n, 60, 1],
  [60n, 90, 1],
] as const

/** Thirty offers of others, six debtors and six debts, on each side the first ones late. */
export async function makeBusy(world: World & { client: TestClient }, me: LocalAccount): Promise<void> {
  await world.client.setBalance({ address: me.address, value: parseEther('2') })
  for (const [dollars, days, instalments] of LOANS) {
    const terms = { principal: dollars * DOLLAR, seconds: days * DAY, instalments, note: 'Para los gastos del mes.' }
    await lend(me, people.luis, terms)
    await lend(people.ana, me, terms)
  }
  await world.client.increaseTime({ seconds: 14 * DAY })
  await world.client.mine({ blocks: 1 })
  // Four are on the chain already.
  await publishMany(world.chain, 26)

  async function lend(lender: LocalAccount, borrower: LocalAccount, terms: Parameters<typeof publish>[2]) {
    await take(world, borrower, await publish(world, lender, terms))
  }
}
