import { Stack, Typography } from '@mui/material'
import { type ReactNode, use, useEffect } from 'react'
import type { Address } from 'viem'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { esLookAlike } from '../../text/es/esLookAlike.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { isolated, PeopleContext } from '../../ui/people/people.ts'
import { WholeHex } from '../../ui/WholeHex.tsx'

type Props = {
  address: Address
  isInView?: boolean
  /** In place of the advice. */
  children?: ReactNode
}

/** Warns about an address that could be taken for one I know, with that one whole. Nothing, where there is none. */
export function LookAlike({ address, isInView = false, children = esLookAlike.advice }: Props) {
  const { nameOf, lookAlikeOf } = use(PeopleContext)
  const known = lookAlikeOf(address)
  if (!known) return null
  return (
    <Notice severity="error" role="alert" isInView={isInView}>
      <Stack spacing={1}>
        <strong>{esLookAlike.warning(isolated(nameOf(known)))}</strong>
        <WholeHex hex={known} />
        <span>{children}</span>
      </Stack>
    </Notice>
  )
}

/** The same where an address was typed or is about to be used, or that it could not be found out. */
export function Likeness({ address }: { address: Address }) {
  return (
    <>
      <LookAlike address={address} />
      <UnreadLikeness address={address} />
    </>
  )
}

/** That an address may look like one I sent to, because not all of my transfers could be read: unknown is not safe. */
export function UnreadLikeness({ address }: { address: Address }) {
  const { lookUp } = useBoardStore()
  const { isKnown, lookAlikeOf } = useBoard((view) => view.acquaintances)
  const sendsRead = useBoard((view) => view.sendsRead)
  useEffect(() => lookUp(), [lookUp])
  if (isKnown(address) || lookAlikeOf(address) || sendsRead === 'whole' || sendsRead === 'reading') return null
  return (
    <Typography variant="caption" role="note" sx={{ color: 'warning.main' }}>
      {esLookAlike.unknown[sendsRead]}
    </Typography>
  )
}
