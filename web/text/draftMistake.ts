import type { Mistake } from '../commands/draft.ts'
import type { DecimalProblem } from '../loans/decimal.ts'
import type { ProposalKind } from '../loans/loan.ts'
import { esPublish } from './es/esPublish.ts'
import { money, percent } from './format.ts'

type Suggest = (typed: string) => readonly unknown[]

const nobody: Suggest = () => []

/** The error text of a field of the publish form. `to`: as it was typed; `suggest`: those who may be meant by it. */
export function draftMistake(mistake: Mistake, kind: ProposalKind = 'offer', to = '', suggest = nobody): string {
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
      return addressMistake(to, suggest)
    case 'note':
      return esPublish.mistake.note
  }
}

/** Why what was typed is nobody's address. What does not begin like one was meant as a name. */
export function addressMistake(typed: string, suggest: Suggest): string {
  const { to, toOrChosen, toUnknownName, toManyNames } = esPublish.mistake
  if (/^\s*0x/i.test(typed) || typed.trim() === '') return suggest('').length > 0 ? toOrChosen : to
  return suggest(typed).length > 0 ? toManyNames : toUnknownName
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
