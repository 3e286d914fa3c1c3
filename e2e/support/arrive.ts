// Two people with a browser each, on one chain.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { watchConsole } from './console.ts'
import { test as base, expect } from './fixtures.ts'
import { fund } from './money.ts'
import { header, openDashboard } from './steps.ts'

type Arrive = (phrase: string, dollars: number, ether?: string) => Promise<Page>

export const test = base.extend<{ arrive: Arrive }>({
  /** Opens a wallet's dashboard in a browser context of its own, with these dollars, and 1 ETH for gas where nothing else is said. */
  arrive: async ({ browser, world, expectedErrors, timezoneId }, use) => {
    const visits: { leave: () => Promise<void>; expectQuiet: () => void }[] = []
    await use(async (phrase, dollars, ether = '1') => {
      const { address } = mnemonicToAccount(phrase)
      await world.client.setBalance({ address, value: parseEther(ether) })
      await fund(world, address, dollars)
      const context = await browser.newContext({ ...(timezoneId && { timezoneId }) })
      visits.push({ leave: () => context.close(), expectQuiet: await watchConsole(context, expectedErrors) })
      const page = await context.newPage()
      await openDashboard(page, phrase)
      await expect(header(page)).toContainText('Red local')
      return page
    })
    for (const { leave } of visits) await leave()
    for (const { expectQuiet } of visits) expectQuiet()
  },
})
