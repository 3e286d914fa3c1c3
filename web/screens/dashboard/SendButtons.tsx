import { mdiContentCopy, mdiShareVariant } from '@mdi/js'
import { Button, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useCopy } from '../../session/useCopy.ts'
import { color } from '../../theme.ts'
import { DialogButtons } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useShareText } from './useShareText.ts'

type Props = {
  message: string
  /** Text that the copy button puts on the clipboard. */
  copies: string
  words: { send: string; copy: string; copied: string; failed: string }
  /** The quiet way out, below. */
  children: ReactNode
}

/** The buttons of a dialog that sends a link: the share sheet, where there is one, or a copy. */
export function SendButtons({ message, copies, words, children }: Props) {
  const share = useShareText(words)
  const { copy, isCopied } = useCopy()
  const [hasFailed, setFailed] = useState(false)
  const copyNow = () =>
    copy(copies).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  const canShare = 'share' in navigator
  return (
    <DialogButtons>
      {/* In the dialog: behind it nothing is read out. */}
      <Typography role="status" variant="body2" sx={{ textAlign: 'center', color: hasFailed ? color.warning : color.success }}>
        {hasFailed ? words.failed : isCopied && words.copied}
      </Typography>
      {canShare && (
        <Button variant="contained" size="large" startIcon={<Icon path={mdiShareVariant} />} onClick={() => share(message)}>
          {words.send}
        </Button>
      )}
      <Button
        variant={canShare ? 'outlined' : 'contained'}
        size={canShare ? 'medium' : 'large'}
        startIcon={<Icon path={mdiContentCopy} />}
        onClick={copyNow}
      >
        {words.copy}
      </Button>
      {children}
    </DialogButtons>
  )
}
