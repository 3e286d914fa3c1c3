import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { createReader } from '../chain/read/reader.ts'
import type { Entry } from '../chain/send/outbox.ts'
import { type Dealings, historyWith } from '../people/dealings.ts'
import { useContactsStore } from '../people/useContacts.tsx'
import { useWallet } from '../session/session.tsx'
import { createValue } from '../store.ts'
import { preferences } from '../wallet/device/preferences.ts'
import { sharedLink } from '../wallet/device/sharedLink.ts'
import { type BoardView, createBoard } from './board.ts'
import { deviceClock } from './clock.ts'
import { readFilters } from './market/marketQuery.ts'

type Boards = ReturnType<typeof openBoard>

const BoardContext = createContext<Boards | undefined>(undefined)

/** The board of the open wallet, and the outbox that is applied to it. */
export function BoardProvider({ children }: { children: ReactNode }) {
  const { address } = useWallet()
  const contacts = useContactsStore()
  const boards = useMemo(() => openBoard(address, contacts), [address, contacts])
  return <BoardContext value={boards}>{children}</BoardContext>
}

function openBoard(account: Address, contacts: ReturnType<typeof useContactsStore>) {
  const outbox = createValue<readonly Entry[]>([])
  const board = createBoard({
    account,
    reader: createReader(account),
    clock: deviceClock,
    contacts,
    outbox,
    preferences,
    filters: readFilters(new URLSearchParams(location.search)),
    link: sharedLink,
  })
  return { board, outbox }
}

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

/** The board itself, for its verbs. */
export function useBoardStore(): Boards['board'] {
  return useBoards().board
}

/** The commands of this device, as the sender reports them. */
export function useOutbox(): Boards['outbox'] {
  return useBoards().outbox
}
