import type { DecimalProblem } from '../loans/decimal.ts'
import type { Mistake } from '../loans/offerDraft.ts'
import { esLoans } from './esLoans.ts'
import { money, percent } from './format.ts'

/** The error text of a field of the publish form. */
export function draftMistake(mistake: Mistake): string {
  switch (mistake.field) {
    case 'amount':
      return [esLoans.publish.mistake.amount, ...decimalAdvice(mistake.problem, money)].join(' ')
    case 'apr':
      return [esLoans.publish.mistake.apr, ...decimalAdvice(mistake.problem, (max) => percent(Number(max)))].join(' ')
    case 'days':
      return esLoans.publish.mistake.days
    case 'to':
      return mistake.problem === 'own' ? esLoans.publish.mistake.toMyself : esLoans.publish.mistake.to
    case 'note':
      return esLoans.publish.mistake.note
  }
}

function decimalAdvice(problem: DecimalProblem, show: (value: bigint) => string): string[] {
  switch (problem.kind) {
    case 'invalid':
      return []
    case 'ambiguous':
      return [esLoans.publish.mistake.ambiguous]
    case 'too-precise':
      return [esLoans.publish.mistake.tooPrecise(problem.decimals)]
    case 'too-large':
      return [esLoans.publish.mistake.tooLarge(show(problem.max))]
  }
}
