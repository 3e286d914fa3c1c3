import { Box } from '@mui/material'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { color, TOOLTIP_DELAYS } from '../../theme.ts'

type Props = {
  text: string
  /** Render prop: gets the id for aria-describedby. */
  children: (id: string) => ReactNode
}

/**
 * A tooltip under one control, opened by hover, keyboard focus or a tap, closed by Escape. Not MUI's, whose Popper is too heavy
 * for /login: loaded after the screen it would replace the control, and whoever is on it would lose the focus.
 */
export function Tip({ text, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)

  const set = (open: boolean, delay = 0) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return (
    <Box
      component="span"
      sx={{ position: 'relative' }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && set(true, TOOLTIP_DELAYS.enterDelay)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && set(false)}
      onPointerUp={({ pointerType }) => {
        if (pointerType === 'mouse') return
        setOpen(true)
        set(false, TOOLTIP_DELAYS.leaveTouchDelay)
      }}
      onFocus={({ target }) => target.matches(':focus-visible') && set(true, TOOLTIP_DELAYS.enterDelay)}
      onBlur={() => set(false)}
    >
      {children(id)}
      {/* The padding lets the pointer reach the text without leaving the control. */}
      <Box
        component="span"
        id={id}
        role="tooltip"
        hidden={!isOpen}
        sx={{
          position: 'absolute',
          zIndex: 'tooltip',
          top: '100%',
          left: '50%',
          translate: '-50%',
          pt: 1,
          width: 'max-content',
          maxWidth: 'min(300px, calc(100vw - 32px))',
          typography: 'caption',
        }}
      >
        <Box
          component="span"
          sx={{ display: 'block', px: 1, py: 0.5, borderRadius: '8px', bgcolor: color.text, color: color.paper, fontWeight: 500 }}
        >
          {text}
        </Box>
      </Box>
    </Box>
  )
}
