import { type ReactNode, useEffect } from 'react'
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

/** Page layout with a single card, for login, seed, confirm and the error page. Also sets the document title. */
export function CardScreen({ title, subtitle, above, maxWidth, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${es.product}`
  }, [title])

  return (
    <main className="cardScreen">
      <Brand />
      <div className={`card card${maxWidth}`}>
        {above}
        <div>
          <h1 className="cardTitle">{title}</h1>
          {subtitle && <p className="cardSubtitle">{subtitle}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
