import { Button, Typography } from '@mui/material'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { esLoans } from '../text/es/esLoans.ts'
import { esMarket } from '../text/es/esMarket.ts'

const LINES = 2

/** Free text about a loan, clamped to two lines with a button to expand it. Without one it says so, so that no card has a hole. */
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

  if (!text) {
    return (
      <Typography variant="body2" sx={{ color: 'text.disabled' }}>
        {esLoans.loan.noNote}
      </Typography>
    )
  }
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
          {isOpen ? esMarket.less : esMarket.more}
        </Button>
      )}
    </div>
  )
}
