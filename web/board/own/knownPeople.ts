import type { Address } from 'viem'
import type { Recipients } from '../../chain/history/recipientLog.ts'
import { type Entry, isSent } from '../../chain/outbox/outbox.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import { recipientOf } from '../../commands/command.ts'
import { addresseeOf, isSameAddress, type Proposal, proposerOf } from '../../loans/loan.ts'
import { createAcquaintances } from '../../people/acquaintances.ts'
import type { Contacts } from '../../people/contacts.ts'
import { OLDER_MS, type Read } from '../reads.ts'

/**
 * Whether the log of my transfers is read: `whole`, or a `part` of it because the node gives little at once; `failed`: the node
 * gives none. Somebody who is not known may then still look like somebody I sent to.
 */
type SendsRead = 'reading' | 'failed' | 'part' | 'whole'

type Known = {
  /** The other person of each loan of mine, the newest first. */
  dealtWith: readonly Address[]
  outbox: readonly Entry[]
  /** Whom 'Actividad' found that I sent to, which may go further back. */
  found: readonly Address[]
  contacts: Contacts
  /** Those that I made, and those that were made to me. */
  proposals: readonly Proposal[]
}

/** The one owner of whom I know. The log of my transfers is searched as soon as it `isWanted`. */
export function createKnownPeople(reader: Pick<Reader, 'recipients'>, me: Address) {
  const meet = createAcquaintances()
  /** The last answer, which stays while nobody wants it. */
  let last: (Recipients & { book: Address }) | undefined

  return (read: Read, book: Book | undefined, known: Known, isWanted: boolean) => {
    const reading = book && isWanted ? readRecipients(read, reader, book) : undefined
    last = reading?.data ?? last
    const log = last?.book === book?.address ? last : undefined
    const sentFromHere = known.outbox.filter(isSent).flatMap(({ command }) => recipientOf(command) ?? [])
    const sendsRead: SendsRead = log ? (log.isWhole ? 'whole' : 'part') : reading?.errorUpdateCount ? 'failed' : 'reading'
    return {
      sendsRead,
      acquaintances: meet({
        dealtWith: known.dealtWith,
        sentTo: [...sentFromHere.reverse(), ...(log?.people ?? []), ...known.found],
        contacts: [...known.contacts.values()].map(({ address }) => address),
        ours: book ? [me, book.address] : [me],
        addressed: known.proposals.flatMap((proposal) => addressedByMe(proposal, me) ?? []),
      }),
    }
  }
}

/** Read again when my dollars change, and while older blocks are left. */
function readRecipients(read: Read, reader: Pick<Reader, 'recipients'>, book: Book) {
  return read<Recipients & { book: Address }>('recipients', {
    queryKey: ['recipients', book.address, String(book.dollarBalance)],
    queryFn: async ({ signal }) => ({ ...(await reader.recipients(book, signal)), book: book.address }),
    refetchInterval: ({ state }) => (state.data?.isWhole ? false : OLDER_MS),
  })
}

function addressedByMe(proposal: Proposal, me: Address): Address | undefined {
  return isSameAddress(proposerOf(proposal), me) ? addresseeOf(proposal) : undefined
}
