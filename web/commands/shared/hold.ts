import { createContext, type Dispatch, type SetStateAction, use, useEffect } from 'react'

/** How many parts of a dialog hold its button back. */
export const HoldContext = createContext<Dispatch<SetStateAction<number>> | undefined>(undefined)

/** Holds the button of the dialog around it back: nobody signs before what they must read is drawn. */
export function useHold(isHeld: boolean): void {
  const setHolds = use(HoldContext)
  useEffect(() => {
    if (!isHeld || !setHolds) return
    setHolds((holds) => holds + 1)
    return () => setHolds((holds) => holds - 1)
  }, [isHeld, setHolds])
}
