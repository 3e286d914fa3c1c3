import { useCallback, useEffect, useRef, useState } from 'react'

/** The parts of the dashboard that the navigation leads to. Their elements carry `data-place`. */
export const PLACES = ['home', 'market', 'publish', 'loans'] as const
export type Place = (typeof PLACES)[number]

/** Longer than a smooth scroll takes. */
const SCROLL_MS = 1_000

/** Scrolls to a part of the dashboard and puts the focus on its heading. */
export function goTo(place: Place): void {
  const target = document.querySelector(place === 'home' ? 'main' : `[data-place=${place}]`)
  const heading = target?.querySelector<HTMLElement>('h1, h2')
  if (!target || !heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  if (place === 'home') window.scrollTo({ top: 0, behavior })
  else target.scrollIntoView({ behavior, block: 'start' })
}

/** The part in view: the one that crosses the middle of the screen, or the one that was chosen until another crosses it. */
export function usePlaceInView() {
  const [current, setCurrent] = useState<Place>('home')
  const scrollsUntil = useRef(0)
  useEffect(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('[data-place]')]
    const crossing = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) crossing.add(target)
          else crossing.delete(target)
        }
        const first = elements.find((element) => crossing.has(element))?.dataset.place
        const place = PLACES.find((known) => known === first)
        if (place && performance.now() > scrollsUntil.current) setCurrent(place)
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const choose = useCallback((place: Place) => {
    // The parts that the scroll passes are not marked on the way.
    scrollsUntil.current = performance.now() + SCROLL_MS
    setCurrent(place)
    goTo(place)
  }, [])
  return { current, choose }
}
