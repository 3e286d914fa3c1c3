import { Button, OutlinedInput, Stack } from '@mui/material'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCopyPhrase } from '../../session/useCopyPhrase.ts'
import type { useSeedPhrase } from '../../session/useSeedPhrase.ts'
import { es } from '../../text/es/es.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { importProblem } from '../../text/importProblem.ts'
import { Field } from '../../ui/fields/Field.tsx'
import { useClipboardNotice } from './useClipboardNotice.ts'

type Props = {
  importPhrase: ReturnType<typeof useSeedPhrase>['importPhrase']
  onDone: () => void
  onBackup: () => void
  onBack: () => void
}

export function ImportPhrase({ importPhrase, onDone, onBackup, onBack }: Props) {
  // Uncontrolled: React mirrors a controlled value into the DOM's value attribute.
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => field.current?.focus(), [])
  const { pasted } = useCopyPhrase(useClipboardNotice())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Rejects where the list of Spanish words cannot be loaded.
    const parsed = await importPhrase(field.current?.value ?? '').catch(() => undefined)
    if (parsed?.ok) return onDone()
    setProblem(parsed ? `${esSeed.import.invalid} ${importProblem(parsed)}` : es.outdated.notice)
    field.current?.focus()
  }

  return (
    <Stack component="form" spacing={3} noValidate onSubmit={submit}>
      <Field label={esSeed.import.label} error={problem}>
        {(wiring) => (
          <OutlinedInput
            fullWidth
            multiline
            minRows={3}
            error={problem !== undefined}
            inputRef={field}
            onPaste={(event) => pasted(event.clipboardData.getData('text'))}
            slotProps={{ input: { ...wiring, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, translate: 'no' } }}
          />
        )}
      </Field>
      <Stack spacing={1}>
        <Button type="submit" variant="contained">
          {esSeed.import.submit}
        </Button>
        <Button variant="outlined" onClick={onBackup}>
          {esSeed.import.backup}
        </Button>
        <Button onClick={onBack}>{es.back}</Button>
      </Stack>
    </Stack>
  )
}
