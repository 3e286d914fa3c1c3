import { mdiArrowLeft, mdiRefresh } from '@mdi/js'
import { Button, Stack, Typography } from '@mui/material'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { useConfirm } from '../../session/useConfirm.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { SubmitButton } from '../../ui/fields/SubmitButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { Question } from './Question.tsx'

export function ConfirmScreen() {
  const { quiz, answers, isWrong, isSealing, trouble, answer, askAnew, confirm, replaceVault, goOnWithout, isImported } =
    useConfirm()
  const [, navigate] = useLocation()

  const steps = <Steps step={3} {...(isImported && { name: esSeed.import.step })} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSealing) confirm()
  }

  if (trouble?.kind === 'visit-only') {
    return (
      <CardScreen title={esSeed.confirm.title} maxWidth={584} above={steps}>
        <Notice severity="warning" role="alert">
          {esSeed.visitOnly[trouble.reason]}
        </Notice>
        <Button variant="contained" onClick={goOnWithout}>
          {esSeed.confirm.toDashboard}
        </Button>
      </CardScreen>
    )
  }
  if (trouble?.kind === 'exists') {
    return (
      <CardScreen title={esSeed.exists.title} maxWidth={584} above={steps}>
        <Typography role="alert">{esSeed.exists.body}</Typography>
        <Stack spacing={1}>
          <Button variant="contained" color="error" onClick={replaceVault}>
            {esSeed.exists.replace}
          </Button>
          <Button variant="outlined" onClick={goOnWithout}>
            {esSeed.exists.leave}
          </Button>
        </Stack>
      </CardScreen>
    )
  }
  return (
    <CardScreen title={esSeed.confirm.title} subtitle={esSeed.confirm.subtitle} maxWidth={584} above={steps}>
      <Stack component="form" spacing={3} onSubmit={submit}>
        {isWrong && (
          <Notice severity="error" role="alert">
            {esSeed.confirm.wrong}
          </Notice>
        )}
        {quiz.map(({ position, options }, question) => (
          <Question
            key={position}
            title={esSeed.confirm.question(position)}
            options={options}
            chosen={answers[question]}
            disabled={isSealing}
            onChoose={(word) => answer(question, word)}
          />
        ))}
        <Stack spacing={1}>
          <SubmitButton
            label={esSeed.confirm.submit}
            busyLabel={esSeed.confirm.sealing}
            isBusy={isSealing}
            disabled={answers.includes(undefined)}
          />
          <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
            <Button
              disabled={isSealing}
              onClick={() => navigate('/seed')}
              color="inherit"
              sx={{ color: 'text.secondary' }}
              startIcon={<Icon path={mdiArrowLeft} />}
            >
              {esSeed.confirm.back}
            </Button>
            <Button startIcon={<Icon path={mdiRefresh} />} disabled={isSealing} onClick={askAnew}>
              {esSeed.confirm.another}
            </Button>
          </Stack>
        </Stack>
      </Stack>
    </CardScreen>
  )
}
