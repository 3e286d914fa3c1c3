import type { Mistake } from '../loans/offerDraft.ts'
import type { DecimalProblem } from '../loans/parseDecimal.ts'
import { es } from './es.ts'
import { money } from './format.ts'

/** What is wrong with an offer that was typed in, and how to mend it. */
export function draftMistake(mistake: Mistake): string {
  switch (mistake.field) {
    case 'amount':
      return [es.publish.mistake.amount, ...decimalAdvice(mistake.problem, money)].join(' ')
    case 'apr':
      return [es.publish.mistake.apr, ...decimalAdvice(mistake.problem, percent)].join(' ')
    case 'days':
      return es.publish.mistake.days
    case 'to':
      return mistake.problem === 'own' ? es.publish.mistake.toMyself : es.publish.mistake.to
    case 'note':
      return es.publish.mistake.note
  }
}

function decimalAdvice(problem: DecimalProblem, show: (value: bigint) => string): string[] {
  switch (problem.kind) {
    case 'invalid':
      return []
    case 'ambiguous':
      return [es.publish.mistake.ambiguous]
    case 'too-precise':
      return [es.publish.mistake.tooPrecise(problem.decimals)]
    case 'too-large':
      return [es.publish.mistake.tooLarge(show(problem.max))]
  }
}

function percent(hundredths: bigint): string {
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')} %`
}
