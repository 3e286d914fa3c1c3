import { type ReactNode, useEffect, useRef } from 'react'
import { es } from '../text/es/es.ts'
import { Brand } from './Brand.tsx'

type Props = {
  title: string
  subtitle?: string
  /** Shown above the title, inside the card. */
  above?: ReactNode
  /** In pixels. */
  maxWidth: 430 | 584
  children?: ReactNode
}

/** The title of the screen before. Empty: this is the first one of the page. */
let lastTitle = ''

/** Page layout with a single card, for login, seed, confirm and the error page. Also sets the document title. */
export function CardScreen({ title, subtitle, above, maxWidth, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${es.product}`
    // The button that led here is gone, and the focus with it: without this the keyboard would begin at the top again.
    if (lastTitle && lastTitle !== title && document.activeElement === document.body) heading.current?.focus()
    lastTitle = title
  }, [title])

  return (
    <main className="cardScreen">
      <Brand />
      <div className={`card card${maxWidth}`}>
        {above}
        <div>
          <h1 className="cardTitle" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="cardSubtitle">{subtitle}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
