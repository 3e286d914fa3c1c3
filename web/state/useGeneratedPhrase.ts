import { useEffect } from 'react'
import { generatePhrase } from '../wallet/phrase.ts'
import { useSession } from './session.tsx'

/** The session's phrase; where there is none, a new one is made. Empty until then. */
export function useGeneratedPhrase(): string {
  const { phrase, setPhrase } = useSession()
  useEffect(() => {
    if (!phrase) setPhrase(generatePhrase())
  }, [phrase, setPhrase])
  return phrase
}
