import { Box, Tab, Tabs } from '@mui/material'
import { color } from '../../theme.ts'

type Props<Value extends string> = {
  /** For screen readers: what is chosen. */
  label: string
  /** `${id}-${value}` is a tab, `${id}-${value}-panel` the panel that it opens. */
  id: string
  /** `count` stands beside the label. Undefined: not known yet; its place is kept. */
  tabs: readonly { value: Value; label: string; count?: string | undefined }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three views of one section, side by side. Arrow keys move between them, Enter or Space opens. */
export function TabBar<Value extends string>({ label, id, tabs, value, onChange }: Props<Value>) {
  return (
    <Tabs
      value={value}
      onChange={(_, next: Value) => onChange(next)}
      variant="fullWidth"
      aria-label={label}
      sx={{
        p: 0.5,
        border: `1px solid ${color.line}`,
        borderRadius: 1,
        bgcolor: color.inset,
        '& .MuiTabs-list': { gap: 0.5 },
        // The chosen tab is filled; the ring of a focused one must not be clipped.
        '& .MuiTabs-scroller': { overflow: 'visible !important' },
        '& .MuiTabs-indicator': { display: 'none' },
      }}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.value}
          value={tab.value}
          label={
            'count' in tab ? (
              <span>
                {tab.label}{' '}
                <Box component="span" sx={number}>
                  {tab.count}
                </Box>
              </span>
            ) : (
              tab.label
            )
          }
          id={`${id}-${tab.value}`}
          aria-controls={`${id}-${tab.value}-panel`}
          sx={{
            minHeight: 44,
            minWidth: 0,
            px: 1,
            py: 1,
            borderRadius: '10px',
            typography: 'button',
            opacity: 1,
            color: 'text.secondary',
            '&:hover': { bgcolor: color.raised },
            '&.Mui-selected': { bgcolor: color.primaryTint, color: 'text.primary' },
          }}
        />
      ))}
    </Tabs>
  )
}

const number = {
  display: 'inline-block',
  boxSizing: 'border-box',
  // As wide before the number comes, so that the label does not move.
  minWidth: '2.25em',
  ml: 0.5,
  px: 1,
  borderRadius: '99px',
  bgcolor: color.page,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  lineHeight: '1.375rem',
  fontWeight: 500,
  textAlign: 'center',
  '&:empty': { visibility: 'hidden' },
  '&:empty::after': { content: '"0"' },
} as const
