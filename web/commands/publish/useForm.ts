import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useBoardStore } from '../../board/useBoard.ts'
import type { Proposal, ProposalKind } from '../../loans/loan.ts'
import { useMessagesInTurn } from '../../ui/notices/useMessagesInTurn.ts'
import { proposalOf } from '../command.ts'
import { type Draft, draftOf, forLink, type Mistake, type Publishing } from './draft.ts'
import { notSignedMessage, publishMessages } from './publishStatus.ts'
import { useAskByLink } from './useAskByLink.ts'
import { usePublish } from './usePublish.ts'
import { useWay, type Way } from './useWay.ts'

export type Form = ReturnType<typeof useForm>

/** How long it is said that it is published, before it can be shared: whoever goes on typing meanwhile is left alone. */
const SAID_MS = 1_000

function useShareSheet(published: { command: Publishing; id: bigint } | undefined, isSaid: boolean) {
  const { ask, get } = useBoardStore()
  const share = useEffectEvent(() => {
    const { me, now, dialogs } = get()
    const loan = published && proposalOf(published.command, published.id, me, now)
    if (loan && dialogs.length === 0) ask({ kind: 'share', loan, isNew: true })
  })
  useEffect(() => {
    if (!isSaid) return
    const timer = setTimeout(share, SAID_MS)
    return () => clearTimeout(timer)
  }, [isSaid])
}

/** The state of one tab, on screen or not. */
export function useForm(kind: ProposalKind, shown: ProposalKind) {
  const element = useRef<HTMLFormElement>(null)
  const [mistake, setMistake] = useState<Mistake>()
  const [renewed, setRenewed] = useState<Proposal>()
  const { way, hasNoEther, choose, hold, release } = useWay()
  const isByLink = kind === 'request' && way === 'link'
  const { change, clear, publish, progress, ...publishing } = usePublish(kind, kind === shown, !isByLink)
  const link = useAskByLink(() => {
    clear()
    release()
    setRenewed(undefined)
  })
  const isBusy = publishing.isBusy || link.isBusy
  const draft = isByLink ? forLink(publishing.draft) : publishing.draft
  const status = useMessagesInTurn(link.problem ? [notSignedMessage(link.problem)] : publishMessages(kind, progress))

  useShareSheet(kind === shown ? publishing.published : undefined, status?.severity === 'success')

  // In an effect, after the error text is rendered: a screen reader then reads it together with the field.
  useEffect(() => {
    if (mistake) focusIn(element.current?.elements.namedItem(mistake.field))
  }, [mistake])

  const fill = (changes: Partial<Draft>) => {
    change(changes)
    hold()
    link.dismiss()
    if (mistake && mistake.field in changes) setMistake(undefined)
  }

  const publishNow = (given?: Draft) => {
    if (isBusy) return
    const found = publish(given)
    setMistake(found)
    if (!found) setRenewed(undefined)
  }

  return {
    ...publishing,
    element,
    draft,
    mistake,
    renewed,
    status,
    isBusy,
    isByLink,
    hasNoEther,
    type: fill,
    /** A draft that could not be published is not typed again for a link. */
    chooseWay: (chosen: Way) => {
      if (isBusy) return
      if (publishing.failed) change(publishing.failed.draft)
      link.dismiss()
      choose(chosen)
    },
    submit: () => {
      if (isByLink && !isBusy) setMistake(link.askByLink(draft))
      else publishNow()
    },
    /** Publishes what failed, whatever is chosen by now. */
    retry: (failed: Draft) => {
      choose('publish')
      publishNow(failed)
    },
    address: (to: Address) => {
      if (!isBusy) fill({ to })
    },
    /** Not while something is being published. */
    renew: (loan: Proposal) => {
      if (isBusy) return
      fill(draftOf(loan).draft)
      setMistake(undefined)
      setRenewed(loan)
    },
  }
}

function focusIn(field: Element | RadioNodeList | null | undefined) {
  const one =
    field instanceof RadioNodeList ? [...field].find((radio) => radio instanceof HTMLInputElement && radio.checked) : field
  if (one instanceof HTMLElement) one.focus()
}
