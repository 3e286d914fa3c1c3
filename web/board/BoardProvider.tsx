import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import type { Entry } from '../chain/outbox/outbox.ts'
import { createReader } from '../chain/read/reader.ts'
import type { ContactsStore } from '../people/contactsStore.ts'
import { useContactsStore } from '../people/useContacts.tsx'
import { useWallet } from '../session/session.tsx'
import type { SignedStore } from '../signed/signedStore.ts'
import { useSignedStore } from '../signed/useSigned.tsx'
import { createValue } from '../store.ts'
import { preferences } from '../wallet/device/preferences.ts'
import { sharedLink } from '../wallet/device/sharedLink.ts'
import { createBoard } from './board.ts'
import { deviceClock } from './clock.ts'
import { readFilters } from './market/marketQuery.ts'
import { BoardContext } from './useBoard.ts'

/** The board of the open wallet, and the outbox that is applied to it. */
export function BoardProvider({ children }: { children: ReactNode }) {
  const { address } = useWallet()
  const contacts = useContactsStore()
  const signed = useSignedStore()
  // State, which React never drops: open dialogs and filters are in it. Another account is another page.
  const [boards] = useState(() => openBoard(address, contacts, signed))
  return <BoardContext value={boards}>{children}</BoardContext>
}

function openBoard(account: Address, contacts: ContactsStore, signed: SignedStore) {
  const outbox = createValue<readonly Entry[]>([])
  const board = createBoard({
    account,
    reader: createReader(account),
    clock: deviceClock,
    contacts,
    outbox,
    signed,
    preferences,
    filters: readFilters(new URLSearchParams(location.search)),
    link: sharedLink,
  })
  return { board, outbox }
}
