import type { DecimalProblem } from '../loans/decimal.ts'
import type { Mistake } from '../loans/draft.ts'
import type { ProposalKind } from '../loans/loan.ts'
import { esPublish } from './esPublish.ts'
import { money, percent } from './format.ts'

/** The error text of a field of the publish form. `canChoose`: there are people to choose from. */
export function draftMistake(mistake: Mistake, kind: ProposalKind = 'offer', canChoose = false): string {
  switch (mistake.field) {
    case 'amount':
      return [esPublish.mistake.amount, ...decimalAdvice(mistake.problem, money)].join(' ')
    case 'apr':
      return [esPublish.mistake.apr, ...decimalAdvice(mistake.problem, (max) => percent(Number(max)))].join(' ')
    case 'days':
      return esPublish.mistake.days
    case 'instalments':
      return mistake.problem === 'tooSmall' ? esPublish.mistake.tinyInstalments : esPublish.mistake.instalments
    case 'openDays':
      return esPublish.mistake.openDays
    case 'to':
      if (mistake.problem === 'own') return esPublish[kind].toMyself
      return canChoose ? esPublish.mistake.toOrChosen : esPublish.mistake.to
    case 'note':
      return esPublish.mistake.note
  }
}

function decimalAdvice(problem: DecimalProblem, show: (value: bigint) => string): string[] {
  switch (problem.kind) {
    case 'invalid':
      return []
    case 'ambiguous':
      return [esPublish.mistake.ambiguous]
    case 'too-precise':
      return [esPublish.mistake.tooPrecise(problem.decimals)]
    case 'too-large':
      return [esPublish.mistake.tooLarge(show(problem.max))]
  }
}
