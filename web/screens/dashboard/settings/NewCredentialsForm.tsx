import { Typography } from '@mui/material'
import { es } from '../../../text/es/es.ts'
import { esSeed } from '../../../text/es/esSeed.ts'
import { CredentialsForm } from '../../../ui/fields/CredentialsForm.tsx'
import type { Credentials } from '../../../wallet/vault/vault.ts'

type Props = {
  words: { body: string; submit: string }
  /** Resolves to why they were refused, if they were. */
  onSubmit: (credentials: Credentials) => Promise<string | undefined>
}

/** Asks for a PIN and a password that are chosen now. */
export function NewCredentialsForm({ words, onSubmit }: Props) {
  return (
    <CredentialsForm
      words={{
        lead: <Typography>{words.body}</Typography>,
        submit: words.submit,
        busy: esSeed.confirm.sealing,
        help: (
          <Typography variant="body2" color="textSecondary">
            {es.credentials.goodPassword}
          </Typography>
        ),
      }}
      asked={{ isNew: true }}
      takesFocus
      onSubmit={onSubmit}
    />
  )
}
