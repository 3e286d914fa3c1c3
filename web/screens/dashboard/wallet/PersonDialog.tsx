import { mdiContentCopy, mdiPencilOutline } from '@mdi/js'
import { Box, Button, IconButton, Skeleton, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Address } from 'viem'
import { useBoardStore, useBook, useHistoryWith } from '../../../board/useBoard.ts'
import { History } from '../../../commands/shared/History.tsx'
import { Likeness } from '../../../commands/shared/LookAlike.tsx'
import type { Contact } from '../../../people/contacts.ts'
import type { Dealings } from '../../../people/dealings.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { useCopy } from '../../../session/useCopy.ts'
import { esContacts } from '../../../text/es/esContacts.ts'
import { moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { fitting } from '../../../ui/fitting.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { isolated } from '../../../ui/people/people.ts'
import { WholeHex } from '../../../ui/WholeHex.tsx'
import { NameForm } from './NameForm.tsx'

const words = esContacts.person

type Props = { address: Address; onClose: () => void }

/** The sheet of a person: my name for them, their whole address, what is between us, and their record. */
export function PersonDialog({ address, onClose }: Props) {
  const { ask, prepare } = useBoardStore()
  const book = useBook()
  const withMe = useHistoryWith(address)
  const { contacts, save, remove } = useContacts()
  const { copy, isCopied } = useCopy()
  // Undefined: nobody was being named. The focus goes back to the button that began it.
  const [isNaming, setNaming] = useState<boolean>()
  /** Removed contact, which can be restored, or a change that failed. */
  const [outcome, setOutcome] = useState<Contact | 'failed'>()
  const contact = contacts.get(address.toLowerCase())

  const change = (work: Promise<void>, removed: Contact | undefined) =>
    work.then(
      () => setOutcome(removed),
      () => setOutcome('failed'),
    )

  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack spacing={2}>
        <Stack spacing={1} sx={{ alignItems: 'center' }}>
          <Face address={address} size={72} />
          {!isNaming && contact && (
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1, maxWidth: '100%', pl: '52px' }}>
              <Typography
                component="p"
                sx={{ minWidth: 0, fontSize: '1.25rem', fontWeight: 600, overflowWrap: 'anywhere', textAlign: 'center' }}
              >
                {isolated(contact.name)}
              </Typography>
              <IconButton aria-label={words.rename} autoFocus={isNaming === false} onClick={() => setNaming(true)}>
                <Icon path={mdiPencilOutline} />
              </IconButton>
            </Stack>
          )}
          {!isNaming && !contact && (
            <Button
              variant="tonal"
              startIcon={<Icon path={mdiPencilOutline} />}
              autoFocus={isNaming === false}
              onClick={() => setNaming(true)}
            >
              {words.name}
            </Button>
          )}
        </Stack>
        {isNaming && (
          <>
            <NameForm
              whose={() => address}
              name={contact?.name}
              onDone={() => setNaming(false)}
              onCancel={() => setNaming(false)}
            />
            {contact && (
              <Button
                sx={{ color: 'error.main' }}
                onClick={() => {
                  setNaming(false)
                  change(remove(address), contact)
                }}
              >
                {words.remove}
              </Button>
            )}
          </>
        )}
        {outcome === 'failed' && (
          <Notice severity="error" role="alert">
            {esContacts.edit.failed}
          </Notice>
        )}
        {/* In the dialog: behind it, a notice could not be reached by keyboard. */}
        {outcome && outcome !== 'failed' && !contact && !isNaming && (
          <Notice
            severity="info"
            role="status"
            action={<Button onClick={() => change(save(outcome), undefined)}>{words.undo}</Button>}
          >
            {words.removed(isolated(outcome.name) ?? '')}
          </Notice>
        )}
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 0.5, pl: '44px' }}>
          {/* As wide as one of its two lines. */}
          <Typography variant="body2" sx={{ minWidth: 0, maxWidth: '22.5ch', fontFamily: 'monospace', textAlign: 'center' }}>
            <WholeHex hex={address} />
          </Typography>
          <IconButton aria-label={words.copy} onClick={() => copy(address)}>
            <Icon path={mdiContentCopy} />
          </IconButton>
        </Stack>
        <Typography
          role="status"
          variant="body2"
          sx={{ textAlign: 'center', color: color.success, '&:empty': { display: 'none' } }}
        >
          {isCopied && words.copied}
        </Typography>
        <Likeness address={address} />
        {book && <Between withMe={withMe} />}
        {book && <History person={address} as="both" />}
        <DialogButtons>
          <Button variant="contained" size="large" onClick={() => prepare({ kind: 'offer', to: address })}>
            {words.lend}
          </Button>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '& > button': { flex: '1 1 auto' } }}>
            <Button variant="outlined" onClick={() => prepare({ kind: 'request', to: address })}>
              {words.ask}
            </Button>
            {book && (
              <Button variant="outlined" onClick={() => ask({ kind: 'send', to: address })}>
                {words.send}
              </Button>
            )}
          </Stack>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** Loans under way are no fault: they are counted only where nothing was due before. */
function inShort({ taken, repaid, forgiven, overdue, lentToMe }: Dealings): string {
  const due = repaid + overdue
  if (due > 0) return words.repaidOf(repaid, due)
  if (taken > forgiven) return words.running(taken - forgiven)
  if (forgiven > 0) return words.forgiven(forgiven)
  return lentToMe > 0 ? words.lentToMe(lentToMe) : words.nothing
}

/** Dealings between us, in three figures. Unknown is not zero. */
function Between({ withMe }: { withMe: Dealings | undefined }) {
  const figures = [
    [words.withMe, withMe && inShort(withMe)],
    [words.owesMe, withMe && moneyOwed(withMe.owesMe)],
    [words.owedByMe, withMe && moneyOwed(withMe.owedByMe)],
  ] as const
  return (
    <Box
      component="dl"
      aria-busy={!withMe}
      sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(min(5.75rem, 100%), 1fr))' }}
    >
      {figures.map(([label, value]) => (
        <Box key={label} sx={{ containerType: 'inline-size', px: 1.25, py: 1, borderRadius: '10px', bgcolor: color.raised }}>
          <Typography variant="caption" component="dt" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontWeight: 600, whiteSpace: 'nowrap', fontSize: fitting('0.9375rem', value ?? '') }}
          >
            {value ?? <Skeleton width="4em" />}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
