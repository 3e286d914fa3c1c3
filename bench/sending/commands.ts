// JSON-RPC requests and transactions per command, from the first click until it is sent, against approve + call.
import type { Page } from '@playwright/test'
import { type Abi, createWalletClient, getAbiItem, http, publicActions, toFunctionSelector } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { foundry } from 'viem/chains'
import { people } from '../../devchain/people.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { button, openDashboard, section } from '../../e2e/steps.ts'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import type { Row } from '../run.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const me = people.deployer

/** Requests of the dashboard's polling, which are not part of a command: by the selector of the lens's function. */
const POLLING = new RegExp(`eth_getLogs|${toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'dashboard' }))}`)

export const commands = (): Promise<Row[]> => inWorld(async (world) => [...(await ours(world)), await approveAndCall(world)])

async function ours({ chain, rpcUrl, deployment, appUrl, browser }: BenchWorld): Promise<Row[]> {
  const wallet = walletOn(rpcUrl)
  await createChainClient(chain.transport).setTokens(deployment.dollar, me.address, 1_000n * DOLLAR)
  const page = await browser.newPage({ baseURL: appUrl, locale: 'es-ES' })
  await openDashboard(page)
  await section(page, 'Tu cuenta').getByText('Red local').waitFor()

  let asked = 0
  let isSent = false
  page.on('request', (request) => {
    const body = request.postData()
    if (body && !isSent && !POLLING.test(body)) asked++
    isSent ||= body?.includes('eth_sendRawTransaction') ?? false
  })
  const transactions = () => getTransactionCount(wallet, { address: me.address })
  const rows: Row[] = []
  const measure = async (what: string, act: () => Promise<void>) => {
    const before = await transactions()
    asked = 0
    isSent = false
    await act()
    rows.push({ what, transactions: (await transactions()) - before, requests: asked })
  }

  await fillIn(page)
  await measure('EntrePares: publish', () => publish(page))
  await measure('EntrePares: accept', () => inDialog(page, /^Solicitar \$ 300/, 'Aceptar préstamo'))
  await measure('EntrePares: pay all', () =>
    inDialog(page, /^Pagar ahora \$ 300/, 'Pagar $ 302.47', () => button(page.getByRole('dialog'), 'Pagar todo').click()),
  )
  await measure('EntrePares: cancel', () => inDialog(page, /^Cancelar oferta de/, 'Cancelar oferta'))
  return rows
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
}

async function inDialog(page: Page, open: RegExp, submit: string, fill = async () => {}) {
  await page.getByRole('button', { name: open }).first().click()
  const dialog = page.getByRole('dialog')
  await fill()
  await button(dialog, submit).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The common way, with viem's defaults: an approve transaction, its receipt, then the call. */
async function approveAndCall({ rpcUrl, deployment: { dollar, loanBook } }: BenchWorld): Promise<Row> {
  let sent = 0
  const wallet = walletOn(rpcUrl, () => {
    sent++
  })
  const call = async (address: typeof dollar, abi: Abi, functionName: string, args: readonly unknown[]) => {
    const { request } = await wallet.simulateContract({ account: me, address, abi, functionName, args })
    await wallet.waitForTransactionReceipt({ hash: await wallet.writeContract(request), pollingInterval: 1_000 })
  }
  const before = await getTransactionCount(walletOn(rpcUrl), { address: me.address })
  await call(dollar, testDollarAbi, 'approve', [loanBook, 50n * DOLLAR])
  await call(loanBook, loanBookAbi, 'createOffer', [50n * DOLLAR, BigInt(30 * DAY), 500n, ''])
  const after = await getTransactionCount(walletOn(rpcUrl), { address: me.address })
  return { what: 'approve + createOffer with viem', transactions: after - before, requests: sent }
}

function walletOn(rpcUrl: string, onFetchRequest = () => {}) {
  return createWalletClient({ account: me, chain: foundry, transport: http(rpcUrl, { onFetchRequest }) }).extend(publicActions)
}
