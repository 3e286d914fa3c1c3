// Gas of each command under both hardforks: beside a plain book on the same chain and, under Osaka, beside the cheapest peer, which was
// measured before Amsterdam.
import { readSnapshots } from '../../contracts/runner/snapshots.ts'
import type { Row } from '../table.ts'
import { PEERS } from './peers.ts'

const snapshots = readSnapshots()

/** Highest cost of a loan's life, as a part of its cost in the plain book. */
const MOST_OF_NAIVE = { Amsterdam: 0.22, Osaka: 0.42 }

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
    const what = name === 'life' ? 'life: create, accept, repay' : name
    const rowOf = (hardfork: keyof typeof MOST_OF_NAIVE) => {
      const figure = (snapshot: string) => Number(snapshots[hardfork]?.[snapshot])
      const peer = { name: 'a plain book, same chain', figure: figure(`naive book: ${name}`) }
      const goal = { mostRatio: MOST_OF_NAIVE[hardfork] }
      return { what: `${what}, ${hardfork}`, unit: 'gas', ours: figure(name), peer, ...(name === 'life' && { goal }) }
    }
    const [cheapest] = Object.entries(PEERS)
      .map(([peer, figures]) => ({ name: `${peer}, the cheapest peer`, figure: figures[command] }))
      .sort((one, other) => one.figure - other.figure)
    const { what: label, unit, ours } = rowOf('Osaka')
    return [rowOf('Amsterdam'), rowOf('Osaka'), { what: label, unit, ours, ...(cheapest && { peer: cheapest }) }]
  })
}
