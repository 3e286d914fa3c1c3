import { Button, OutlinedInput, Stack } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { clearClipboardLater } from '../../state/session/useCopyPhrase.ts'
import type { useSeedPhrase } from '../../state/session/useSeedPhrase.ts'
import { clipboardNotice } from '../../text/clipboardNotice.ts'
import { es } from '../../text/es.ts'
import { importProblem } from '../../text/importProblem.ts'
import { Field } from '../../ui/Field.tsx'
import { useNotices } from '../../ui/Notices.tsx'

type Props = { importPhrase: ReturnType<typeof useSeedPhrase>['importPhrase']; onDone: () => void; onBack: () => void }

export function ImportPhrase({ importPhrase, onDone, onBack }: Props) {
  // The text stays in the field itself: React would write a controlled one into the page.
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const notify = useNotices()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = await importPhrase(field.current?.value ?? '')
    if (parsed.ok) return onDone()
    setProblem(`${es.import.invalid} ${importProblem(parsed)}`)
    field.current?.focus()
  }

  return (
    <Stack component="form" spacing={3} noValidate onSubmit={submit}>
      <Field label={es.import.label} error={problem}>
        {(wiring) => (
          <OutlinedInput
            fullWidth
            multiline
            minRows={3}
            error={problem !== undefined}
            inputRef={field}
            onPaste={(event) =>
              clearClipboardLater(event.clipboardData.getData('text'), (outcome) => notify(clipboardNotice(outcome)))
            }
            slotProps={{ input: { ...wiring, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, translate: 'no' } }}
          />
        )}
      </Field>
      <Stack spacing={1}>
        <Button type="submit" variant="contained">
          {es.import.submit}
        </Button>
        <Button onClick={onBack}>{es.back}</Button>
      </Stack>
    </Stack>
  )
}
