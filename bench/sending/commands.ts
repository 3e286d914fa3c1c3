// JSON-RPC requests, their bytes and transactions per command, from the first click until it is sent, beside approve + call.
import type { Page, Request } from '@playwright/test'
import { type Abi, createWalletClient, getAbiItem, type HttpTransportConfig, http, publicActions, toFunctionSelector } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { foundry } from 'viem/chains'
import { people } from '../../devchain/people.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { leaveEnd, leaveSharing } from '../../e2e/support/dashboard.ts'
import { button, openDashboard, section } from '../../e2e/support/steps.ts'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import type { Goal, Row } from '../table.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const me = people.deployer

/** Selector of the call that the dashboard polls, which is not part of a command. */
const POLLED = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'dashboard' }))

/** Without a request, after which what follows a command is over: less than the pace of polls. */
const CALM_MS = 2_000

/** With one node configured. What the dialog reads before is counted too; createSender.test.ts holds the rest exactly. */
const MOST_REQUESTS = { publish: 10, accept: 12, 'pay all': 10, cancel: 10 }

type Command = keyof typeof MOST_REQUESTS
type Figures = { transactions: number; requests: number; kilobytes: number }

export const commands = (): Promise<Row[]> =>
  inWorld(async (world) => {
    const measured = await ours(world)
    const common = await approveAndCall(world)
    return Object.entries(measured).flatMap(([command, figures]) => {
      const row = (unit: keyof Figures, goal?: Goal): Row => ({
        what: command,
        unit: unit === 'kilobytes' ? 'kB both ways' : unit,
        ours: figures[unit],
        ...(command === 'publish' && { peer: { name: 'approve + createOffer with viem', figure: common[unit] } }),
        ...(goal && { goal }),
      })
      const most = MOST_REQUESTS[command as Command]
      return [row('requests', { most }), row('kilobytes'), row('transactions', { most: 1 })]
    })
  })

async function ours({ chain, rpcUrl, deployment, appUrl, browser }: BenchWorld): Promise<Record<Command, Figures>> {
  const wallet = walletOn(rpcUrl)
  await createChainClient(chain.transport).setTokens(deployment.dollar, me.address, 1_000n * DOLLAR)
  const page = await browser.newPage({ baseURL: appUrl, locale: 'es-ES' })
  await openDashboard(page)
  await section(page, 'Tu cuenta').getByText('Red local').waitFor()

  let asked: Request[] = []
  let isSent = false
  let askedAt = 0
  page.on('request', (request) => {
    const body = request.postData()
    if (body && !isSent && !body.includes(POLLED)) asked.push(request)
    askedAt = performance.now()
    isSent ||= body?.includes('eth_sendRawTransaction') ?? false
  })
  const transactions = () => getTransactionCount(wallet, { address: me.address })
  /** Requests that follow the command before are part of neither. */
  const calmDown = async () => {
    while (performance.now() - askedAt < CALM_MS) await page.waitForTimeout(CALM_MS / 10)
  }
  const measure = async (act: () => Promise<void>): Promise<Figures> => {
    await calmDown()
    const before = await transactions()
    asked = []
    isSent = false
    await act()
    const sizes = await Promise.all(asked.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, { requestBodySize, responseBodySize }) => sum + requestBodySize + responseBodySize, 0)
    return { transactions: (await transactions()) - before, requests: asked.length, kilobytes: bytes / 1_000 }
  }

  await fillIn(page)
  return {
    publish: await measure(() => publish(page)),
    accept: await measure(() => inDialog(page, /^Solicitar \$ 300/, 'Aceptar préstamo')),
    'pay all': await measure(() => payAll(page)),
    cancel: await measure(() => inDialog(page, /^Cancelar oferta de/, 'Cancelar oferta')),
  }
}

/** Shows the fee, which is read and renewed while one types. */
async function fillIn(page: Page) {
  const form = section(page, 'Publicar préstamo')
  await form.getByLabel('Monto (USD)').fill('50')
  await form.getByLabel('Interés (APR %)').fill('5')
  await form.getByText('≈ $').waitFor()
}

async function publish(page: Page) {
  const form = section(page, 'Publicar préstamo')
  await button(form, 'Publicar').click()
  await form.getByText('Oferta publicada').waitFor()
  await leaveSharing(page)
}

async function inDialog(page: Page, open: RegExp, submit: string) {
  await page.getByRole('button', { name: open }).first().click()
  const dialog = page.getByRole('dialog')
  await button(dialog, submit).click()
  await dialog.waitFor({ state: 'detached' })
}

async function payAll(page: Page) {
  await page
    .getByRole('button', { name: /^Pagar ahora \$ 300/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Pagar todo').click()
  await button(dialog, 'Pagar $ 302.47').click()
  await leaveEnd(page)
}

/** The common way, with viem's defaults: an approve transaction, its receipt, then the call. */
async function approveAndCall({ rpcUrl, deployment: { dollar, loanBook } }: BenchWorld): Promise<Figures> {
  const used = { requests: 0, bytes: 0 }
  const wallet = walletOn(rpcUrl, {
    onFetchRequest: (_, { body }) => {
      used.requests++
      used.bytes += String(body).length
    },
    onFetchResponse: async (response) => {
      used.bytes += (await response.clone().arrayBuffer()).byteLength
    },
  })
  const call = async (address: typeof dollar, abi: Abi, functionName: string, args: readonly unknown[]) => {
    const { request } = await wallet.simulateContract({ account: me, address, abi, functionName, args })
    await wallet.waitForTransactionReceipt({ hash: await wallet.writeContract(request), pollingInterval: 1_000 })
  }
  const before = await getTransactionCount(walletOn(rpcUrl), { address: me.address })
  await call(dollar, testDollarAbi, 'approve', [loanBook, 50n * DOLLAR])
  await call(loanBook, loanBookAbi, 'createOffer', [50n * DOLLAR, BigInt(30 * DAY), 500n, ''])
  const after = await getTransactionCount(walletOn(rpcUrl), { address: me.address })
  return { transactions: after - before, requests: used.requests, kilobytes: used.bytes / 1_000 }
}

function walletOn(rpcUrl: string, config: HttpTransportConfig = {}) {
  return createWalletClient({ account: me, chain: foundry, transport: http(rpcUrl, config) }).extend(publicActions)
}
