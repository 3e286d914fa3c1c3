import { Box } from '@mui/material'
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Modules of white around a code that the standard asks for. */
const QUIET_ZONE = 4

type Props = {
  text: string
  label: string
  /** Hundreds of characters: less correction and a wider code keep its modules large enough for a phone's camera. */
  isLong?: boolean
}

/** Dark on white whatever the theme: many readers do not know inverted codes. */
export function QrCode({ text, label, isLong = false }: Props) {
  const code = generate(text, { minCorrectionLevel: isLong ? correction.L : correction.M })
  const side = code.size + 2 * QUIET_ZONE
  return (
    <Box
      sx={{
        alignSelf: 'center',
        width: `min(${isLong ? 304 : 232}px, 100%)`,
        bgcolor: '#fff',
        borderRadius: '12px',
        overflow: 'hidden',
        lineHeight: 0,
      }}
    >
      <svg role="img" aria-label={label} viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`} shapeRendering="crispEdges">
        <path d={toSvgPath(code)} fill="#000" />
      </svg>
    </Box>
  )
}
