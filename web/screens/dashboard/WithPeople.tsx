import { type ReactNode, useMemo } from 'react'
import type { Address } from 'viem'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { fundingNotice } from '../../commands/faucet/funding.ts'
import { FundsProvider } from '../../commands/useFunds.tsx'
import { useContacts } from '../../people/useContacts.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { PeopleContext } from '../../ui/people/people.ts'

/** Names for people and warnings about those who imitate them, and the way to test funds: all that is on the page may need them. */
export function WithPeople({ children }: { children: ReactNode }) {
  const notify = useNotices()
  const { contacts } = useContacts()
  const { ask } = useBoardStore()
  const { lookAlikeOf } = useBoard((view) => view.acquaintances)
  const people = useMemo(
    () => ({
      nameOf: (person: string) => contacts.get(person.toLowerCase())?.name,
      lookAlikeOf,
      open: (address: Address) => ask({ kind: 'person', address }),
    }),
    [contacts, lookAlikeOf, ask],
  )
  return (
    <PeopleContext value={people}>
      <FundsProvider announce={(funding) => notify(fundingNotice(funding))}>{children}</FundsProvider>
    </PeopleContext>
  )
}
