import { Box } from '@mui/material'
import { color } from '../theme.ts'
import { Icon } from './Icon.tsx'

const TONES = {
  success: { color: color.success, bgcolor: color.successTint },
  warning: { color: color.warning, bgcolor: color.warningTint },
  error: { color: color.error, bgcolor: color.errorTint },
  network: { color: color.secondary, bgcolor: color.secondaryTint },
  mine: { color: color.primarySoft, bgcolor: color.primaryTint },
  quiet: { color: color.text2, bgcolor: color.raised },
  demo: { color: color.text2, boxShadow: `inset 0 0 0 1px ${color.field}` },
}

type Props = { tone: keyof typeof TONES; label: string; icon?: string }

/** A status chip. The label alone must carry the meaning, because colours are not accessible to everyone. */
export function StateChip({ tone, label, icon }: Props) {
  return (
    <Box
      component="span"
      sx={{
        ...TONES[tone],
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        flex: 'none',
        minHeight: 28,
        boxSizing: 'border-box',
        px: 1.25,
        py: 0.5,
        borderRadius: 99,
        font: '500 .8125rem/1.125rem Roboto, Inter, system-ui, sans-serif',
        whiteSpace: 'nowrap',
      }}
    >
      {icon && <Icon path={icon} size={16} />}
      {label}
    </Box>
  )
}
