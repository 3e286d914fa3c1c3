import type { Proposal } from '../../loans/loan.ts'
import { wholeDays } from '../../loans/terms.ts'
import { esMarket } from '../../text/es/esMarket.ts'
import { draftOf } from './draft.ts'
import { publishWords } from './words.ts'

/** A sentence for each term of an offer or a request that the form cannot express, with what it is left at. */
export function notRenewed(loan: Proposal): string[] {
  const { draft, lost } = draftOf(loan)
  const sentences = {
    days: () =>
      publishWords.notRenewed.days(esMarket.days(wholeDays(loan.duration)).toLowerCase(), publishWords.days(draft.days)),
    instalments: () =>
      publishWords.notRenewed.instalments(
        publishWords.instalmentCount(loan.instalments),
        publishWords.instalmentCount(draft.instalments),
      ),
  }
  return lost.map((term) => sentences[term]())
}
