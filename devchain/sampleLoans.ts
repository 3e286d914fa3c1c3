import { encodeFunctionData, type LocalAccount, type Transport } from 'viem'
import { readContract } from 'viem/actions'
import { loanBookAbi, testDollarAbi } from '../web/chain/abi.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import type { Deployment } from './deploy.ts'
import { people } from './people.ts'
import { createTransactionSender } from './transactionSender.ts'

/** The example offers of the specification. */
export const SAMPLE_OFFERS = [
  { lender: people.ana, dollars: 300n, percent: 10n, days: 30, note: 'Para una emergencia o para llegar a fin de mes.' },
  { lender: people.luis, dollars: 500n, percent: 14n, days: 60, note: 'Capital para tu negocio. Pagos parciales bienvenidos.' },
  { lender: people.marta, dollars: 1200n, percent: 9n, days: 90, note: 'Solo para estudios o herramientas de trabajo.' },
  { lender: people.eva, dollars: 100n, percent: 18n, days: 15, note: 'Préstamo corto, respuesta el mismo día.' },
]

/** Idempotent: publishes only the example offers that are missing. */
export async function publishSampleLoans(transport: Transport, { dollar, loanBook }: Deployment): Promise<void> {
  const { client } = await createTransactionSender({ transport, account: people.deployer })
  const published = Number(await readContract(client, { address: loanBook, abi: loanBookAbi, functionName: 'nextId' })) - 1

  for (const { lender, dollars, percent, days, note } of SAMPLE_OFFERS.slice(published)) {
    const principal = dollars * DOLLAR
    await fund(lender, principal)
    const { send } = await createTransactionSender({ transport, account: lender })
    await send({
      to: dollar,
      data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [loanBook, principal] }),
    })
    const args = [principal, BigInt(days * DAY), percent * 100n, note] as const
    await send({ to: loanBook, data: encodeFunctionData({ abi: loanBookAbi, functionName: 'createOffer', args }) })
  }

  /** Draws from the faucet, which gives 1,000 dollars; if that is not enough, the deployer draws too and transfers the rest. */
  async function fund(person: LocalAccount, amount: bigint) {
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
