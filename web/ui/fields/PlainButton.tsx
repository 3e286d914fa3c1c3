import type { ComponentProps } from 'react'

type Look = 'text' | 'small' | 'smallQuiet' | 'outlined' | 'contained' | 'early' | 'error' | 'eye' | 'eyeOfPin'

const CLASSES: Record<Look, string> = {
  text: 'button',
  small: 'button buttonSmall',
  smallQuiet: 'button buttonSmall buttonQuiet',
  outlined: 'button buttonOutlined',
  contained: 'button buttonContained',
  early: 'button buttonContained buttonEarly',
  error: 'button buttonContained buttonError',
  eye: 'button eye',
  eyeOfPin: 'button eye eyeOfPin',
}

type Props = Omit<ComponentProps<'button'>, 'className'> & { look?: Look }

/** The look of MUI's Button without its weight, for what /login shows. */
export function PlainButton({ look = 'text', ...props }: Props) {
  return <button type="button" className={CLASSES[look]} {...props} />
}
