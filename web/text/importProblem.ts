import type { ParsedPhrase } from '../wallet/phrase/phrase.ts'
import { esSeed } from './es/esSeed.ts'

/** Problem of a phrase that was typed in, as a sentence. */
export function importProblem(parsed: Extract<ParsedPhrase, { ok: false }>): string {
  switch (parsed.problem) {
    case 'empty':
      return esSeed.import.problem.empty
    case 'length':
      return esSeed.import.problem.length(parsed.count)
    case 'checksum':
      return esSeed.import.problem.checksum
    case 'unknown-words':
      return esSeed.import.problem.unknownWords(parsed.unknownWords)
  }
}
