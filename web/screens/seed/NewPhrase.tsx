import { mdiCheck, mdiChevronDown, mdiChevronUp, mdiContentCopy, mdiEye, mdiEyeOff } from '@mdi/js'
import { Box, Button, Checkbox, Chip, FormControlLabel, Stack, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useCopyPhrase } from '../../session/useCopyPhrase.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { color } from '../../theme.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { useClipboardNotice } from './useClipboardNotice.ts'

type Props = {
  phrase: string
  isImported: boolean
  /** Stands in the place of the words while there are none. */
  instead: ReactNode
  /** The words were shown or copied. */
  onSeen: () => void
  onNext: () => void
  onImport: () => void
  onBackup: () => void
}

/** As many as a new phrase has: they keep its place. */
const NO_WORDS: readonly string[] = Array(12).fill('')

export function NewPhrase({ phrase, isImported, instead, onSeen, onNext, onImport, onBackup }: Props) {
  const words = phrase ? phrase.split(' ') : NO_WORDS
  const [isShown, setShown] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { copy, isCopied } = useCopyPhrase(useClipboardNotice())

  const toggle = () => {
    setShown(!isShown)
    onSeen()
  }

  return (
    <>
      <Box sx={{ position: 'relative' }}>
        {!phrase && <Box sx={{ position: 'absolute', width: '100%' }}>{instead}</Box>}
        <Stack spacing={1.5} sx={{ visibility: phrase ? 'visible' : 'hidden' }}>
          {/* Reserves the chip's height, so that the layout does not shift. */}
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', minHeight: 28 }}>
            <Typography component="h2" sx={{ fontSize: '0.875rem', fontWeight: 500 }}>
              {esSeed.count(words.length)}
            </Typography>
            <Box role="status">
              {isCopied && (
                <Chip
                  size="small"
                  icon={<Icon path={mdiCheck} size={16} />}
                  label={esSeed.copied}
                  sx={{ bgcolor: color.successTint, color: color.success, '& .MuiChip-icon': { color: 'inherit', ml: 1 } }}
                />
              )}
            </Box>
          </Stack>
          <WordGrid words={words} isShown={isShown || !phrase} />
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button variant="tonal" startIcon={<Icon path={isShown ? mdiEyeOff : mdiEye} />} onClick={toggle}>
              {isShown ? esSeed.hide : esSeed.show}
            </Button>
            <Button
              startIcon={<Icon path={mdiContentCopy} />}
              onClick={() => {
                onSeen()
                copy(phrase)
              }}
            >
              {esSeed.copy}
            </Button>
          </Stack>
          {!isImported && <AboutWords />}
        </Stack>
      </Box>
      <Notice severity="warning" role="note">
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {esSeed.warning.title}
        </Typography>
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2, '& li::marker': { color: color.warning } }}>
          {esSeed.warning.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </Box>
      </Notice>
      <Stack spacing={1}>
        <FormControlLabel
          control={<Checkbox checked={isSaved} onChange={(_, checked) => setSaved(checked)} />}
          label={esSeed.saved}
        />
        <Button variant="contained" disabled={!isSaved || !phrase} onClick={onNext}>
          {esSeed.next}
        </Button>
        <Button onClick={onImport}>{isImported ? esSeed.import.another : esSeed.import.title}</Button>
        <Button onClick={onBackup}>{esSeed.import.backup}</Button>
      </Stack>
    </>
  )
}

/** Purpose of the words, and why they are English: on demand. */
function AboutWords() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ color: 'text.secondary', mx: -1, px: 1 }}
      >
        {esSeed.about.open}
      </Button>
      <Typography id={id} variant="body2" color="textSecondary" hidden={!isOpen}>
        {esSeed.about.body}
      </Typography>
    </div>
  )
}
