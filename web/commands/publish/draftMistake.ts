import type { DecimalProblem } from '../../loans/decimal.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { money, percent } from '../../text/format.ts'
import type { Mistake } from './draft.ts'
import { publishWords } from './words.ts'

type Suggest = (typed: string) => readonly unknown[]

const nobody: Suggest = () => []

/** The error text of a field: of the publish form, and of forms that take amounts or people too. `to`: as it was typed; `suggest`: those who may be meant by it. */
export function draftMistake(mistake: Mistake, kind: ProposalKind = 'offer', to = '', suggest = nobody): string {
  switch (mistake.field) {
    case 'amount':
      return [publishWords.mistake.amount, ...decimalAdvice(mistake.problem, money)].join(' ')
    case 'apr':
      return [publishWords.mistake.apr, ...decimalAdvice(mistake.problem, (max) => percent(Number(max)))].join(' ')
    case 'days':
      return publishWords.mistake.days
    case 'instalments':
      return mistake.problem === 'tooSmall' ? publishWords.mistake.tinyInstalments : publishWords.mistake.instalments
    case 'openDays':
      return publishWords.mistake.openDays
    case 'to':
      if (mistake.problem === 'own') return publishWords[kind].toMyself
      return addressMistake(to, suggest)
    case 'note':
      return publishWords.mistake.note
  }
}

/** Why what was typed is nobody's address. What does not begin like one was meant as a name. */
export function addressMistake(typed: string, suggest: Suggest): string {
  const { to, toOrChosen, toUnknownName, toManyNames } = publishWords.mistake
  if (/^\s*0x/i.test(typed) || typed.trim() === '') return suggest('').length > 0 ? toOrChosen : to
  return suggest(typed).length > 0 ? toManyNames : toUnknownName
}

function decimalAdvice(problem: DecimalProblem, show: (value: bigint) => string): string[] {
  switch (problem.kind) {
    case 'invalid':
      return []
    case 'ambiguous':
      return [publishWords.mistake.ambiguous]
    case 'too-precise':
      return [publishWords.mistake.tooPrecise(problem.decimals)]
    case 'too-large':
      return [publishWords.mistake.tooLarge(show(problem.max))]
  }
}
