import { Typography } from '@mui/material'
import { useState } from 'react'
import { useSession } from '../../state/session.tsx'
import { useDevice } from '../../state/useDevice.ts'
import { useWaitLeft } from '../../state/useWaitLeft.ts'
import { es } from '../../text/es.ts'
import { refusal } from '../../text/refusal.ts'
import { CredentialsForm } from '../../ui/CredentialsForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'

/** The words again, for whoever knows PIN and password. A wallet of this visit has neither: there the phrase is all. */
export function ShowPhraseDialog({ onClose }: { onClose: () => void }) {
  const { phrase, dataKey } = useSession()
  const { check } = useDevice()
  const waitLeft = useWaitLeft()
  const [isAllowed, setAllowed] = useState(dataKey === undefined)

  return (
    <Dialog title={es.showPhrase.title} onClose={onClose}>
      {isAllowed ? (
        <WordGrid words={phrase.split(' ')} isShown />
      ) : (
        <>
          <Typography sx={{ mb: 3 }}>{es.showPhrase.body}</Typography>
          <CredentialsForm
            isNew={false}
            submitLabel={es.showPhrase.submit}
            busyLabel={es.login.busy}
            notice={waitLeft > 0 ? es.credentials.wait(waitLeft) : undefined}
            onSubmit={async (credentials) => {
              const problem = refusal(await check(credentials))
              if (!problem) setAllowed(true)
              return problem
            }}
          />
        </>
      )}
    </Dialog>
  )
}
