import { draftOf } from '../../commands/draft.ts'
import type { Proposal } from '../../loans/loan.ts'
import { wholeDays } from '../../loans/terms.ts'
import { esMarket } from '../es/esMarket.ts'
import { esPublish } from '../es/esPublish.ts'

/** A sentence for each term of an offer or a request that the form cannot express, with what it is left at. */
export function notRenewed(loan: Proposal): string[] {
  const { draft, lost } = draftOf(loan)
  const sentences = {
    days: () => esPublish.notRenewed.days(esMarket.days(wholeDays(loan.duration)).toLowerCase(), esPublish.days(draft.days)),
    instalments: () =>
      esPublish.notRenewed.instalments(esPublish.instalmentCount(loan.instalments), esPublish.instalmentCount(draft.instalments)),
  }
  return lost.map((term) => sentences[term]())
}
