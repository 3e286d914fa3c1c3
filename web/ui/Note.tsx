import { Button, Typography } from '@mui/material'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { esLoans } from '../text/esLoans.ts'

const LINES = 3

/** What somebody wrote about a loan: three lines, and the rest on demand. */
export function Note({ text }: { text: string }) {
  const id = useId()
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)

  // Whether it fits depends on the width, which changes with the window.
  useLayoutEffect(() => {
    const paragraph = ref.current
    if (!paragraph || isOpen) return
    const look = () => setCut(paragraph.scrollHeight > paragraph.clientHeight)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(paragraph)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div>
      <Typography
        id={id}
        ref={ref}
        variant="body2"
        sx={{
          overflowWrap: 'anywhere',
          ...(!isOpen && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: LINES, overflow: 'hidden' }),
        }}
      >
        {text}
      </Typography>
      {isCut && (
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} sx={{ mx: -1, px: 1, mb: -1.25 }}>
          {isOpen ? esLoans.market.less : esLoans.market.more}
        </Button>
      )}
    </div>
  )
}
