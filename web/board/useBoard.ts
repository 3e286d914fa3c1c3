import { createContext, use, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import type { Entry } from '../chain/outbox/outbox.ts'
import { type Dealings, historyWith } from '../people/dealings.ts'
import type { createValue } from '../store.ts'
import type { Board, BoardView } from './board.ts'

type Boards = { board: Board; outbox: ReturnType<typeof createValue<readonly Entry[]>> }

// Apart from its provider, which loads the whole board: dialogs that are loaded later share only this file.
export const BoardContext = createContext<Boards | undefined>(undefined)

function useBoards(): Boards {
  const boards = use(BoardContext)
  if (!boards) throw new Error('useBoard outside of BoardProvider')
  return boards
}

/** A part of what the board knows. `select` returns something that is in the view, not a new object for each call. */
export function useBoard<T>(select: (view: BoardView) => T): T {
  const { board } = useBoards()
  return useSyncExternalStore(board.subscribe, () => select(board.get()))
}

/** Unix seconds, by the chain's clock. */
export function useNow(): number {
  return useBoard((view) => view.now)
}

/** The lending contract as it was read last. Undefined: there is none, or it was not read yet. */
export function useBook(): BoardView['book'] {
  return useBoard((view) => view.book)
}

/** My own history with somebody. Undefined: not all of it is read. */
export function useHistoryWith(person: Address): Dealings | undefined {
  return useBoard(({ dealings }) => historyWith(dealings, person))
}

/** The account's balances as they were last read, in one text: a refusal may depend on them. */
export function useBalances(): string {
  return useBoard(({ dashboard }) => `${dashboard?.ethBalance} ${dashboard?.book?.dollarBalance}`)
}

/** The board itself, for its verbs. */
export function useBoardStore(): Boards['board'] {
  return useBoards().board
}

/** The commands of this device, as the sender reports them. */
export function useOutbox(): Boards['outbox'] {
  return useBoards().outbox
}

/** A part of these: pending commands, and those that ended lately; oldest first. `select` as for useBoard. */
export function useEntries<T>(select: (entries: readonly Entry[]) => T): T {
  const { get, subscribe } = useOutbox()
  return useSyncExternalStore(subscribe, () => select(get()))
}
