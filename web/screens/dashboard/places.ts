import { useCallback, useEffect, useRef, useState } from 'react'

/** The parts of the dashboard that the navigation leads to. Their elements carry `data-place`. */
export const PLACES = ['home', 'market', 'publish', 'loans'] as const
export type Place = (typeof PLACES)[number]

// An unknown place does not compile.
declare module 'react' {
  interface HTMLAttributes<T> {
    'data-place'?: Place
  }
}

/** Longer than a smooth scroll takes. */
const SCROLL_MS = 1_000

/** Ends the watch of the last `goTo`. */
let stopFollowing = () => {}

/**
 * Scrolls to a part of the dashboard and puts the focus on its heading. Where the page is still loading, what is read changes the
 * height of the parts above: the scroll is repeated until the person moves the page or the focus.
 */
export function goTo(place: Place): void {
  const target = document.querySelector(place === 'home' ? 'main' : `[data-place=${place}]`)
  const heading = target?.querySelector<HTMLElement>('h1, h2')
  if (!target || !heading) {
    console.error(`No part of the dashboard with a heading is the place '${place}'`)
    return
  }
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  stopFollowing()
  if (place === 'home') {
    window.scrollTo({ top: 0, behavior })
    return
  }
  target.scrollIntoView({ behavior, block: 'start' })
  stopFollowing = whenMoved(target, () => target.scrollIntoView({ behavior: 'instant', block: 'start' }))
}

/** Calls back when the distance of an element to the top of the page changes, until the person does anything. */
function whenMoved(element: Element, onMove: () => void): () => void {
  const topOf = () => Math.round(element.getBoundingClientRect().top + window.scrollY)
  let top = topOf()
  const observer = new ResizeObserver(() => {
    if (topOf() === top) return
    top = topOf()
    onMove()
  })
  const ending = new AbortController()
  const stop = () => {
    observer.disconnect()
    ending.abort()
  }
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(event, stop, { passive: true, signal: ending.signal })
  observer.observe(document.body)
  return stop
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
  const choose = useCallback((place: Place, go = () => goTo(place)) => {
    // The parts that the scroll passes are not marked on the way.
    scrollsUntil.current = performance.now() + SCROLL_MS
    setCurrent(place)
    go()
  }, [])
  return { current, choose }
}
