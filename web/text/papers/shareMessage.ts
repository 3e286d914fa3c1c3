import type { Proposal } from '../../loans/loan.ts'
import { totalOf, wholeDays } from '../../loans/terms.ts'
import { esMarket } from '../es/esMarket.ts'
import { esShare } from '../es/esShare.ts'
import { money, moneyOwed } from '../format.ts'

/** The message with which an offer or a request is sent to somebody. */
export function shareMessage(loan: Proposal, link: string): string {
  const days = esMarket.days(wholeDays(loan.duration))
  const term = loan.instalments === 1 ? esShare.days(days) : esShare.instalments(loan.instalments, days)
  return esShare[loan.status === 'open' ? 'offer' : 'request'](money(loan.principal), moneyOwed(totalOf(loan)), term, link)
}
