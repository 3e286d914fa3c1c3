import { styled } from '@mui/material/styles'
import { color } from '../../theme.ts'
import { faceTiles } from './faceTiles.ts'

// None is green, amber or red: a face says who it is, never how a loan stands.
const HUES = [color.primary, color.primarySoft, color.secondary, color.secondaryLine, color.text2]

/** Quarter, triangle, half and disc, in a tile of 20 × 20. */
const SHAPES = ['M0 0H20A20 20 0 0 1 0 20Z', 'M0 0H20L0 20Z', 'M0 0A10 10 0 0 0 20 0Z', 'M10 2A8 8 0 0 1 10 18A8 8 0 0 1 10 2Z']

/** Drawn from the address, to recognise people by. Faces can be forged by trying many addresses: where one signs, the address decides. */
export function Face({ address, size = 40 }: { address: string; size?: number }) {
  return (
    <Round viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" focusable="false">
      {faceTiles(address).map(({ shape, turn, hue }, tile) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the tiles of a face never change places
          key={tile}
          d={SHAPES[shape]}
          fill={HUES[hue]}
          transform={`translate(${(tile % 2) * 20} ${tile < 2 ? 0 : 20}) rotate(${turn} 10 10)`}
        />
      ))}
    </Round>
  )
}

const Round = styled('svg')({ flex: 'none', display: 'block', borderRadius: '50%', backgroundColor: color.line })
