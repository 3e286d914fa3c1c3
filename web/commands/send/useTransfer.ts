import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { useBoard } from '../../board/useBoard.ts'
import { retryFailed } from '../../chain/node/retry.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import { fetchLastFrom, fetchRecipient } from '../../chain/read/fetchRecipient.ts'
import { parseAddress } from '../../chain/read/parseAddress.ts'
import { amountText, etherText, type Parsed, parseAmount, parseEther } from '../../loans/decimal.ts'
import {
  type CheckedTransfer,
  checkTransfer,
  mostEther,
  type RecipientProblem,
  recipientProblem,
  type TransferKind,
} from '../../loans/transfer.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { historyWith } from '../../people/dealings.ts'
import { useWallet } from '../../session/session.tsx'
import { useQuote } from '../useQuote.ts'
import type { SendDollars, SendEther } from './send.ts'

/**
 * A transfer as it is typed: to whom, and how much. `given`: to whom at first; `isAmountAsked`: the step at which the most that can
 * be sent is offered; `onChange`: called whenever something is typed or chosen.
 */
export function useTransfer(book: Book, given: Address | undefined, isAmountAsked: boolean, onChange: () => void) {
  const { dashboard, dealings, acquaintances, sendsRead } = useBoard((view) => view)
  const ethBalance = dashboard?.ethBalance ?? 0n
  const { address: me } = useWallet()
  const [typedTo, setTypedTo] = useState<string>(given ?? '')
  const [kind, setKind] = useState<TransferKind>('sendDollars')
  const [typed, setTyped] = useState({ sendDollars: '', sendEther: '' })

  const to = parseAddress(typedTo)
  const { data: read } = useQuery({
    queryKey: ['recipient', book.address, to],
    queryFn: () => (to ? fetchRecipient(book.address, to) : null),
    enabled: to !== undefined,
    refetchInterval: retryFailed,
  })
  const token = read?.token
  const { data: received } = useQuery({
    queryKey: ['received', token, to, me],
    queryFn: ({ signal }) => (to && token ? fetchLastFrom(to, { me, token, blockNumber: book.blockNumber }, signal) : null),
    enabled: to !== undefined && token !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const problem: RecipientProblem | 'missing' | 'invalid' | undefined = to
    ? recipientProblem(to, { account: me, book: book.address, token })
    : typedTo.trim() === ''
      ? 'missing'
      : 'invalid'

  /** Dollars that went to a lender of mine may have been payments. */
  const hasSentTo = (person: Address) => acquaintances.hasSentTo(person) && !historyWith(dealings, person)?.lentToMe
  const isEther = kind === 'sendEther'
  const ofRecipient = to && !problem ? ({ kind: 'sendEther', to, amount: 1n } as const) : undefined
  const quote = useQuote(isEther ? ofRecipient : undefined, isAmountAsked && isEther)
  /** Undefined: the fee is not known yet. */
  const ofEther = quote.fee === undefined ? undefined : mostEther(ethBalance, quote.fee)
  // In the unit of `kind`, as all amounts that are shown.
  const available: bigint = isEther ? ethBalance : book.dollarBalance
  const most: bigint | undefined = isEther ? ofEther : book.dollarBalance
  const type = (text: string) => {
    setTyped({ ...typed, [kind]: text })
    onChange()
  }
  // The fee that is shown may rise a little between two blocks: what was the most stays allowed while it can be paid.
  const etherLimit: Wei = quote.fee === undefined ? ethBalance : ethBalance - quote.fee
  const limit: bigint = isEther ? etherLimit : book.dollarBalance
  const parsed = { sendDollars: parseAmount(typed.sendDollars), sendEther: parseEther(typed.sendEther) }
  const checked = {
    sendDollars: checkTransfer(parsed.sendDollars, book.dollarBalance),
    sendEther: checkTransfer(parsed.sendEther, etherLimit),
  }

  return {
    typedTo,
    typeTo: (text: string) => {
      setTypedTo(text)
      onChange()
    },
    to,
    problem,
    /** Undefined: not known. */
    isContract: read?.isContract,
    isFirst: to !== undefined && !hasSentTo(to),
    /** Whether all of my transfers were read to tell that. */
    sendsRead,
    lookAlike: to && acquaintances.lookAlikeOf(to),
    people: acquaintances.people,
    historyWith: (person: Address) => historyWith(dealings, person),
    owedTo: (person: Address) => historyWith(dealings, person)?.owedByMe ?? 0n,
    /** The last dollars that they sent to me, if any were found. */
    received: received ?? undefined,
    hasSentTo,
    kind,
    choose: (next: TransferKind) => {
      setKind(next)
      onChange()
    },
    typed: typed[kind],
    type,
    available,
    most,
    /** Left for the fee by the most that can be sent. */
    reserve: isEther && most !== undefined ? ethBalance - most : undefined,
    chooseMost: () => {
      if (isEther) return ofEther && type(etherText(ofEther))
      return book.dollarBalance && type(amountText(book.dollarBalance))
    },
    amount: checked[kind],
    /** How much is missing for what is typed. */
    short: shortOf(parsed[kind], limit),
    /** Why ether cannot be sent there, if so. */
    refusal: isEther && isAmountAsked ? quote.refusal : undefined,
    command: to && !problem ? commandOf(kind, to, checked) : undefined,
  }
}

function shortOf(parsed: Parsed<bigint>, limit: bigint): bigint | undefined {
  return parsed.ok && parsed.value > limit ? parsed.value - limit : undefined
}

type Checked = { sendDollars: CheckedTransfer<Dollars>; sendEther: CheckedTransfer<Wei> }

function commandOf(kind: TransferKind, to: Address, { sendDollars, sendEther }: Checked): SendDollars | SendEther | undefined {
  if (kind === 'sendEther') return sendEther.ok ? { kind, to, amount: sendEther.value } : undefined
  return sendDollars.ok ? { kind, to, amount: sendDollars.value } : undefined
}
