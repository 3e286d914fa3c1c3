import { usePreference } from '../session/usePreference.ts'

export type Examples = { areHidden: boolean; toggle: () => void }

/** Whether the specification's examples are hidden. */
export function useExamples(): Examples {
  const [areHidden, hide] = usePreference('examplesHidden')
  return { areHidden, toggle: () => hide(!areHidden) }
}
