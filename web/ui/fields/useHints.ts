import { useState } from 'react'
import type { Hints } from '../../text/credentialHints.ts'

/** Hints about a PIN and a password that are being chosen, and a function that judges them again. `read`: as they are typed. */
export function useHints(read: () => { pin: string; password: string }): [Hints, () => void] {
  const [hints, setHints] = useState<Hints>({})
  const judge = () => {
    // Ignores a script that did not load, because hints block nothing.
    import('../../text/credentialHints.ts').then(({ credentialHints }) => setHints(credentialHints(read()))).catch(() => {})
  }
  return [hints, judge]
}
