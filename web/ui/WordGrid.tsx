import { Box } from '@mui/material'
import { esSeed } from '../text/es/esSeed.ts'
import { color } from '../theme.ts'

const BULLETS = '••••••'

/** The words of a phrase as numbered chips. While hidden, the words are not in the DOM: each is six bullets. */
export function WordGrid({ words, isShown }: { words: readonly string[]; isShown: boolean }) {
  return (
    <Box
      component="ol"
      sx={{
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1,
        // Two columns on a phone, three from sm, fewer with large text.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(7.5rem, 100%), 1fr))',
          sm: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))',
        },
      }}
    >
      {words.map((word, index) => (
        <Box
          component="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may repeat its words
          key={index}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.25,
            minHeight: 44,
            px: 1.5,
            border: `1px solid ${color.line}`,
            borderRadius: 1,
            bgcolor: color.inset,
          }}
        >
          <Box component="span" sx={{ minWidth: 18, textAlign: 'right', typography: 'caption', color: color.text2 }}>
            {index + 1}
          </Box>
          {isShown ? (
            <Box component="span" translate="no" sx={{ fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' }}>
              {word}
            </Box>
          ) : (
            <Box component="span" role="img" aria-label={esSeed.hidden} sx={{ letterSpacing: '.16em', color: color.text2 }}>
              {BULLETS}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
