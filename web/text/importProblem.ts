import type { ParsedPhrase } from '../wallet/phrase/phrase.ts'
import { es } from './es.ts'

/** What is wrong with a phrase that was typed in, so that a person can mend it. */
export function importProblem(parsed: Extract<ParsedPhrase, { ok: false }>): string {
  switch (parsed.problem) {
    case 'empty':
      return es.import.problem.empty
    case 'length':
      return es.import.problem.length(parsed.count)
    case 'checksum':
      return es.import.problem.checksum
    case 'unknown-words':
      return es.import.problem.unknownWords(parsed.unknownWords)
  }
}
