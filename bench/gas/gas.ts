// Gas of each command beside a plain book, which the same tests measure, and beside the cheapest peer.
import { readSnapshots } from '../../contracts/runner/snapshots.ts'
import type { Row } from '../table.ts'
import { PEERS } from './peers.ts'

const { LoanBook = {}, NaiveLoanBook = {} } = readSnapshots()

/** Highest cost of a loan's life, as a part of its cost in the plain book. */
const MOST_OF_NAIVE = 0.5

/** By the name of the snapshot. `npm test` compares the snapshots with the compiled contracts, to the last unit. */
const COMMANDS: Record<string, keyof (typeof PEERS)[string]> = {
  createOffer: 'create',
  acceptOffer: 'accept',
  'repay, in full': 'repay',
  cancelOffer: 'cancel',
  life: 'life',
}

export async function gas(): Promise<Row[]> {
  return Object.entries(COMMANDS).flatMap(([name, command]): Row[] => {
    const what = name === 'life' ? 'life of a loan: create, accept, repay' : name
    const ours = Number(LoanBook[name])
    const naive = { name: 'a plain book, same tests', figure: Number(NaiveLoanBook[name]) }
    const [cheapest] = Object.entries(PEERS)
      .map(([peer, figures]) => ({ name: `${peer}, the cheapest peer`, figure: figures[command] }))
      .sort((one, other) => one.figure - other.figure)
    return [
      { what, unit: 'gas', ours, peer: naive, ...(name === 'life' && { goal: { mostRatio: MOST_OF_NAIVE } }) },
      { what, unit: 'gas', ours, ...(cheapest && { peer: cheapest }) },
    ]
  })
}
