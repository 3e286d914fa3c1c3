import { encodeFunctionData, type LocalAccount, type Transport } from 'viem'
import { readContract } from 'viem/actions'
import { loanBookAbi, testDollarAbi } from '../web/chain/abi.ts'
import type { Deployment } from './deploy.ts'
import { people } from './people.ts'
import { createTransactionSender } from './transactionSender.ts'

const DAY = 86_400n
const DOLLAR = 1_000_000n

// The specification's example offers, for real.
const OFFERS = [
  { lender: people.ana, dollars: 300n, percent: 10n, days: 30n, note: 'Para una emergencia o para llegar a fin de mes.' },
  { lender: people.luis, dollars: 500n, percent: 14n, days: 60n, note: 'Capital para tu negocio. Pagos parciales bienvenidos.' },
  { lender: people.marta, dollars: 1200n, percent: 9n, days: 90n, note: 'Solo para estudios o herramientas de trabajo.' },
  { lender: people.eva, dollars: 100n, percent: 18n, days: 15n, note: 'Préstamo corto, respuesta el mismo día.' },
]

/** Publishes those of the offers that are not there yet. */
export async function publishSampleLoans(transport: Transport, { dollar, loanBook }: Deployment): Promise<void> {
  const { client } = await createTransactionSender({ transport, account: people.deployer })
  const published = Number(await readContract(client, { address: loanBook, abi: loanBookAbi, functionName: 'nextId' })) - 1

  for (const { lender, dollars, percent, days, note } of OFFERS.slice(published)) {
    const principal = dollars * DOLLAR
    await provide(lender, principal)
    const { send } = await createTransactionSender({ transport, account: lender })
    await send({
      to: dollar,
      data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [loanBook, principal] }),
    })
    const args = [principal, days * DAY, percent * 100n, note] as const
    await send({ to: loanBook, data: encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args }) })
  }

  /** One draw from the faucet, and where that is not enough, one of the deployer's. */
  async function provide(person: LocalAccount, amount: bigint) {
    const missing = async () =>
      amount -
      (await readContract(client, { address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [person.address] }))
    const draw = encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' })
    if ((await missing()) > 0n)
      await (await createTransactionSender({ transport, account: person })).send({ to: dollar, data: draw })
    const rest = await missing()
    if (rest <= 0n) return
    const helper = await createTransactionSender({ transport, account: people.deployer })
    await helper.send({ to: dollar, data: draw })
    await helper.send({
      to: dollar,
      data: encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [person.address, rest] }),
    })
  }
}
