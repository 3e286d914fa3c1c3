import { Box, Button, Divider } from '@mui/material'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useHasVault } from '../../session/useHasVault.ts'
import { useSeedPhrase } from '../../session/useSeedPhrase.ts'
import { es } from '../../text/es/es.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { ImportPhrase } from './ImportPhrase.tsx'
import { NewPhrase } from './NewPhrase.tsx'

const RestoreBackup = lazyPart(() => import('./RestoreBackup.tsx').then((file) => file.RestoreBackup), Outdated)

function Outdated() {
  return (
    <Notice severity="warning" role="alert">
      {es.outdated.notice}
    </Notice>
  )
}

type Props = {
  /** The screens that follow could not be loaded. */
  isOutdated: boolean
}

export function SeedScreen({ isOutdated }: Props) {
  const [, navigate] = useLocation()
  const { phrase, isImported, hasFailed, generate, importPhrase, wordsSeen, ending, forgetEnding } = useSeedPhrase()
  // Somebody who came back here after locking must not take these words for theirs.
  const hasVault = useHasVault()
  const cameToImport = useHistoryState<{ import?: boolean } | null>()?.import === true
  const [isImporting, setImporting] = useState(cameToImport)
  const [hasBackup, setHasBackup] = useState(false)

  if (hasBackup) {
    return (
      <CardScreen title={esSeed.import.backup} maxWidth={430}>
        <Suspense>
          <RestoreBackup onBack={() => setHasBackup(false)} />
        </Suspense>
      </CardScreen>
    )
  }
  if (isImporting) {
    return (
      <CardScreen title={esSeed.import.title} subtitle={esSeed.import.subtitle} maxWidth={584}>
        <ImportPhrase
          importPhrase={importPhrase}
          onDone={() => setImporting(false)}
          onBackup={() => setHasBackup(true)}
          onBack={() => (cameToImport ? navigate('/login') : setImporting(false))}
        />
      </CardScreen>
    )
  }
  return (
    <CardScreen
      title={esSeed.title}
      subtitle={isImported ? esSeed.import.imported : esSeed.subtitle}
      maxWidth={584}
      above={<Steps step={2} {...(isImported && { name: esSeed.import.step })} />}
    >
      {!isImported && hasVault && (
        <Notice
          severity="warning"
          role="status"
          action={<Button onClick={() => navigate('/login')}>{esSeed.vault.enter}</Button>}
        >
          {esSeed.vault.notice}
        </Notice>
      )}
      {isOutdated && (
        <Notice severity="warning" role="status">
          {es.outdated.notice} {es.outdated.restore}
        </Notice>
      )}
      {(ending === 'newPhrase' || ending === 'importedPhrase') && (
        // Keeps its place until it is true.
        <Box sx={{ visibility: phrase ? 'visible' : 'hidden' }}>
          <Notice severity="warning" role="status">
            {esSeed.ending[ending]}
          </Notice>
        </Box>
      )}
      <NewPhrase
        phrase={phrase}
        isImported={isImported}
        instead={
          hasFailed ? (
            <Notice severity="error" role="alert" action={<Button onClick={generate}>{es.retry}</Button>}>
              {esSeed.notGenerated}
            </Notice>
          ) : (
            <Notice severity="info" role="status">
              {esSeed.generating}
            </Notice>
          )
        }
        onSeen={wordsSeen}
        onNext={() => {
          forgetEnding()
          navigate('/seed/confirm')
        }}
        onImport={() => setImporting(true)}
        onBackup={() => setHasBackup(true)}
      />
      <Divider />
      <ConnectionTest />
    </CardScreen>
  )
}
