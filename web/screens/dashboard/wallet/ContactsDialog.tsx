import { mdiChevronRight, mdiMagnify, mdiPlus } from '@mdi/js'
import { Box, Button, ButtonBase, InputAdornment, OutlinedInput, Stack, Typography } from '@mui/material'
import { use, useState } from 'react'
import { useHistoryWith } from '../../../board/useBoard.ts'
import { UnreadLikeness } from '../../../commands/shared/LookAlike.tsx'
import { NO_RECORD } from '../../../loans/loan.ts'
import { byName, type Contact, findPeople } from '../../../people/contacts.ts'
import { useAddress } from '../../../people/useAddress.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { esContacts } from '../../../text/es/esContacts.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { count } from '../../../text/format.ts'
import { personLine } from '../../../text/personRecord.ts'
import { shortAddress } from '../../../text/shortHex.ts'
import { color } from '../../../theme.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { LookAlikeLine } from '../../../ui/people/LookAlikeLine.tsx'
import { isolated, PeopleContext } from '../../../ui/people/people.ts'
import { WholeHex } from '../../../ui/WholeHex.tsx'
import { NameForm } from './NameForm.tsx'

const words = esContacts

/** How many rows are drawn at once. */
const SHOWN = 100

/** The people to whom I gave names. */
export function ContactsDialog({ onClose }: { onClose: () => void }) {
  // Undefined: nobody was being added.
  const [isAdding, setAdding] = useState<boolean>()
  return (
    <Dialog title={isAdding ? words.edit.add : words.title} onClose={onClose}>
      {isAdding ? (
        <AddForm onDone={() => setAdding(false)} />
      ) : (
        <List isBack={isAdding === false} onAdd={() => setAdding(true)} />
      )}
    </Dialog>
  )
}

type ListProps = { isBack: boolean; onAdd: () => void }

function List({ isBack, onAdd }: ListProps) {
  const { contacts, trouble, setAsideDamaged } = useContacts()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const [hasFailed, setFailed] = useState(false)
  const found = findPeople(byName(contacts), typed)
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography role="status" variant="body2" color="textSecondary">
          {words.count(count(found.length))}
        </Typography>
        <Button
          variant="tonal"
          startIcon={<Icon path={mdiPlus} />}
          disabled={trouble !== undefined}
          autoFocus={isBack}
          onClick={onAdd}
        >
          {words.add}
        </Button>
      </Stack>
      {trouble && (
        <Notice
          severity="error"
          role="alert"
          action={
            (trouble === 'damaged' || trouble === 'lost') && (
              <Button onClick={() => setAsideDamaged().catch(() => setFailed(true))}>{words.goOn[trouble]}</Button>
            )
          }
        >
          {hasFailed ? words.trouble.unread : words.trouble[trouble]}
        </Notice>
      )}
      {contacts.size > 0 && (
        <OutlinedInput
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={words.search}
          startAdornment={
            <InputAdornment position="start">
              <Icon path={mdiMagnify} />
            </InputAdornment>
          }
          slotProps={{ input: { 'aria-label': words.search, autoComplete: 'off', spellCheck: false } }}
        />
      )}
      {found.length > 0 && (
        <Box component="ul" aria-label={words.title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {found.slice(0, shown).map((contact) => (
            <Row key={contact.address} contact={contact} />
          ))}
        </Box>
      )}
      {found.length > shown && (
        <Button variant="outlined" onClick={() => setShown(shown + SHOWN)}>
          {esLoans.loan.more(count(found.length - shown))}
        </Button>
      )}
      {found.length === 0 && !trouble && (
        <Stack sx={{ py: 3, textAlign: 'center' }}>
          <Typography>{contacts.size > 0 ? words.noMatch : words.none}</Typography>
          {contacts.size === 0 && (
            <Typography variant="body2" color="textSecondary">
              {words.noneNext}
            </Typography>
          )}
        </Stack>
      )}
      <Typography variant="caption" color="textSecondary">
        {words.kept}
      </Typography>
    </Stack>
  )
}

function Row({ contact: { address, name } }: { contact: Contact }) {
  const withMe = useHistoryWith(address)
  const { open } = use(PeopleContext)
  const hasDealt = withMe !== undefined && withMe.taken + withMe.lentToMe > 0
  return (
    <Box component="li" sx={{ '& + &': { borderTop: `1px solid ${color.line}` } }}>
      <ButtonBase
        aria-haspopup="dialog"
        onClick={() => open(address)}
        sx={{
          width: '100%',
          minHeight: 60,
          py: 1,
          gap: 1.25,
          textAlign: 'left',
          borderRadius: '10px',
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
        }}
      >
        <Face address={address} size={40} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" component="span" sx={{ display: 'block', fontWeight: 500, overflowWrap: 'anywhere' }}>
            {isolated(name)}
          </Typography>
          <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
            <Box component="span" sx={{ fontFamily: 'monospace' }}>
              {shortAddress(address)}
            </Box>
            {hasDealt && ` · ${personLine(NO_RECORD, withMe, withMe.taken > 0 ? 'borrower' : 'lender').text}`}
          </Typography>
          <LookAlikeLine address={address} />
        </Box>
        <Box sx={{ display: 'flex', color: 'text.secondary' }}>
          <Icon path={mdiChevronRight} />
        </Box>
      </ButtonBase>
    </Box>
  )
}

/** Asks for an address and a name. */
function AddForm({ onDone }: { onDone: () => void }) {
  const { contacts } = useContacts()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { address, problem } = useAddress(typed)
  const known = address && contacts.get(address.toLowerCase())
  const whose = () => {
    setError(problem && words.edit[problem])
    return problem ? undefined : address
  }
  return (
    <NameForm whose={whose} onDone={onDone} onCancel={onDone}>
      <Field
        label={words.edit.address}
        error={error}
        help={known ? words.edit.alreadyNamed(isolated(known.name) ?? '') : address && <WholeHex hex={address} />}
      >
        {(wiring) => (
          <OutlinedInput
            fullWidth
            autoFocus
            name="address"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setError(undefined)
            }}
            error={wiring['aria-invalid']}
            placeholder={words.edit.addressExample}
            slotProps={{
              input: { ...wiring, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, translate: 'no' },
            }}
          />
        )}
      </Field>
      {address && !problem && <UnreadLikeness address={address} />}
    </NameForm>
  )
}
