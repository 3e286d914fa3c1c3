import { useCallback, useEffect, useState } from 'react'
import { generatePhrase, type ParsedPhrase, parsePhrase } from '../../wallet/phrase/phrase.ts'
import { useSession } from './session.tsx'

/** The session's phrase: generated where there is none, or imported. */
export function useSeedPhrase() {
  const { phrase, setPhrase } = useSession()
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
    if (parsed.ok) setPhrase(parsed.phrase)
    return parsed
  }

  return { phrase, hasFailed, generate, importPhrase }
}
