import { Button, OutlinedInput, Stack } from '@mui/material'
import { type FormEvent, type ReactNode, use, useState } from 'react'
import type { Address } from 'viem'
import { cleanText } from '../../../loans/cleanText.ts'
import { MAX_NAME_LENGTH, nameLength, namesakes } from '../../../people/contactNames.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { esContacts } from '../../../text/es/esContacts.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { isolated, PeopleContext } from '../../../ui/people/people.ts'

const words = esContacts.edit

type Props = {
  /** Address that gets the name. Undefined: not filled in yet, and said. */
  whose: () => Address | undefined
  /** Fields before the name. */
  children?: ReactNode
  name?: string | undefined
  onDone: () => void
  onCancel: () => void
}

/** Asks for a name and keeps it. A name that somebody else has, and an address that looks like somebody else's, are warned about once. */
export function NameForm({ whose, children, name: before = '', onDone, onCancel }: Props) {
  const { contacts, save, trouble } = useContacts()
  const { nameOf, lookAlikeOf } = use(PeopleContext)
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [warning, setWarning] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const left = MAX_NAME_LENGTH - nameLength(cleanText(name))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = whose()
    const clean = cleanText(name)
    setError(clean ? undefined : words.noName)
    if (!address || !clean || left < 0 || isSaving) return
    const [namesake] = namesakes(contacts, clean, address)
    const like = lookAlikeOf(address)
    const text = like ? words.lookAlike(isolated(nameOf(like)), like) : namesake && words.namesake(namesake.address)
    if (text && text !== warning) return setWarning(text)
    setSaving(true)
    try {
      await save({ address, name: clean })
      onDone()
    } catch {
      setSaving(false)
      setError(trouble ? esContacts.trouble[trouble] : words.failed)
    }
  }

  return (
    <Stack component="form" noValidate autoComplete="off" spacing={2} onSubmit={submit}>
      {children}
      <Field
        label={words.name}
        error={left < 0 ? words.longName(MAX_NAME_LENGTH) : error}
        help={esContacts.kept}
        aside={left < 0 ? words.excess(-left) : words.left(left)}
      >
        {(wiring) => (
          <OutlinedInput
            fullWidth
            autoFocus={!children}
            name="name"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setError(undefined)
              setWarning(undefined)
            }}
            error={wiring['aria-invalid']}
            slotProps={{ input: { ...wiring, autoComplete: 'off', spellCheck: false, translate: 'no' } }}
          />
        )}
      </Field>
      {warning && (
        <Notice severity="warning" role="alert">
          {warning}
        </Notice>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '& > button': { flex: '1 1 auto' } }}>
        <Button type="submit" variant="contained" loading={isSaving}>
          {words.save}
        </Button>
        <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onCancel}>
          {words.cancel}
        </Button>
      </Stack>
    </Stack>
  )
}
