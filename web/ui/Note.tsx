import { Button, Typography } from '@mui/material'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { esLoans } from '../text/esLoans.ts'

const LINES = 3

/** Free text about a loan, clamped to three lines with a button to expand it. */
export function Note({ text }: { text: string }) {
  const id = useId()
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)

  // Measured, because whether the text overflows depends on the width.
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
