import { ContractDialog, type PaperProps } from './ContractDialog.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'

const PAPERS = { contract: ContractDialog, details: DetailsDialog }

export type PaperName = keyof typeof PAPERS

/** Both papers come in one file: whoever wants one soon wants the other. */
export function LoanPaper({ name, ...props }: PaperProps & { name: PaperName }) {
  const Paper = PAPERS[name]
  return <Paper {...props} />
}
