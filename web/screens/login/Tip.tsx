import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TOOLTIP_DELAYS } from '../../tokens.ts'

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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows pointer and focus; the control inside is the button
    <span
      className="tip"
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
      <span id={id} className="tipPlace" role="tooltip" hidden={!isOpen}>
        <span className="tipText">{text}</span>
      </span>
    </span>
  )
}
