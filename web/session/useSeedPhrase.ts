import { useCallback, useEffect, useState } from 'react'
import { generatePhrase, type ParsedPhrase, parsePhrase } from '../wallet/phrase/phrase.ts'
import { useSession } from './session.tsx'

/** The session's phrase: generated where there is none, or imported. */
export function useSeedPhrase() {
  const { phrase, noted, setPhrase, wordsSeen, ending, forgetEnding } = useSession()
  const [hasFailed, setFailed] = useState(false)

  const generate = useCallback(() => {
    try {
      setPhrase(generatePhrase())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [setPhrase])

  useEffect(() => {
    if (!phrase) generate()
  }, [phrase, generate])

  const importPhrase = async (text: string): Promise<ParsedPhrase> => {
    const parsed = await parsePhrase(text)
    if (!parsed.ok) return parsed
    setPhrase(parsed.phrase, 'imported')
    forgetEnding()
    return parsed
  }

  return { phrase, isImported: noted === 'importedPhrase', hasFailed, generate, importPhrase, wordsSeen, ending, forgetEnding }
}
