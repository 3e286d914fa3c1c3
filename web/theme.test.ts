import { getContrastRatio } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import { color, theme } from './theme.ts'

test('T1 light mode on a dark page and dark paper', () => {
  expect(theme.palette.mode).toBe('light')
  expect(theme.palette.background).toMatchObject({ default: '#0C1018', paper: '#141A25' })
  expect(theme.palette.primary.main).toBe('#A18BFF')
  expect(theme.palette.secondary.main).toBe('#4FCBE0')
  expect(theme.palette.success.main).toBe('#4CC38A')
  expect(theme.palette.error.main).toBe('#FF8080')
  expect(theme.palette.text).toMatchObject({ primary: '#E4E8EF', secondary: '#9DABC0' })
})

test('T2 radius 14, Roboto then Inter, bold h4 with slight spacing, buttons as written and semi-bold', () => {
  expect(theme.shape.borderRadius).toBe(14)
  expect(theme.typography.fontFamily).toMatch(/^Roboto, Inter, system-ui/)
  expect(theme.typography.h4).toMatchObject({ fontWeight: 700, letterSpacing: '0.01em' })
  expect(theme.typography.button).toMatchObject({ textTransform: 'none', fontWeight: 600 })
})

test('T3 breakpoints, spacing, layers and tooltip delays', () => {
  expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
  expect(theme.spacing(1)).toBe('8px')
  expect(theme.zIndex).toEqual({
    mobileStepper: 1000,
    fab: 1050,
    speedDial: 1050,
    appBar: 1100,
    drawer: 1200,
    modal: 1300,
    snackbar: 1400,
    tooltip: 1500,
  })
  expect(theme.components?.MuiTooltip?.defaultProps).toMatchObject({ enterDelay: 100, leaveTouchDelay: 1500 })
})

describe('contrast is AA', () => {
  const grounds = ['page', 'paper', 'inset', 'raised'] as const
  const letters = ['text', 'text2', 'text3', 'primary', 'secondary', 'success', 'warning', 'error'] as const
  const onTints = [
    ...(['primaryTint', 'secondaryTint', 'successTint', 'warningTint', 'errorTint'] as const).flatMap((tint) => [
      ['text', tint] as const,
      ['text2', tint] as const,
    ]),
    ['primary', 'primaryTint'],
    ['primarySoft', 'primaryTint'],
    ['primarySoft', 'primaryTintHover'],
    ['secondary', 'secondaryTint'],
    ['success', 'successTint'],
    ['warning', 'warningTint'],
    ['error', 'errorTint'],
    ['onPrimary', 'primary'],
    ['onPrimary', 'primaryHover'],
    ['onSecondary', 'secondary'],
    ['onError', 'error'],
    ['onError', 'errorHover'],
    ['paper', 'text'],
  ] as const

  test.each([...grounds.flatMap((ground) => letters.map((letter) => [letter, ground] as const)), ...onTints])(
    'letters: %s on %s',
    (letter, ground) => {
      expect(getContrastRatio(color[letter], color[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(grounds.flatMap((ground) => (['field', 'primaryHover'] as const).map((edge) => [edge, ground] as const)))(
    'edges: %s on %s',
    (edge, ground) => {
      expect(getContrastRatio(color[edge], color[ground])).toBeGreaterThanOrEqual(3)
    },
  )
})
