import { createContext, type ReactNode, use, useState } from 'react'

/** The loan that somebody asked to see. A new object for each time it is asked for. */
export type WantedLoan = { side: 'lent' | 'borrowed'; id: bigint }

type Wanting = { wanted: WantedLoan | undefined; want: (loan: WantedLoan) => void }

const WantingContext = createContext<Wanting | undefined>(undefined)

/** Above both the list that has to show the loan and the dialogs that lead to it. */
export function WantedLoanProvider({ children }: { children: ReactNode }) {
  const [wanted, want] = useState<WantedLoan>()
  return <WantingContext value={{ wanted, want }}>{children}</WantingContext>
}

export function useWantedLoan(): Wanting {
  const wanting = use(WantingContext)
  if (!wanting) throw new Error('useWantedLoan outside of WantedLoanProvider')
  return wanting
}
