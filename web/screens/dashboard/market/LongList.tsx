import { Box } from '@mui/material'
import { defaultRangeExtractor, type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownItem } from '../../../board/pending.ts'
import type { Proposal } from '../../../loans/loan.ts'
import { ProposalCard } from './ProposalCard.tsx'
import { CARD_HEIGHT, GAP } from './ProposalList.tsx'

/** Rows rendered beyond the viewport. */
const OVERSCAN = 6
/** The next page is loaded when so many rows are left. */
const NEAR_END_ROWS = 8

type Props = {
  items: readonly ShownItem<Proposal>[]
  columns: number
  /** Called when the end of the list is near and nothing is loading. Undefined: there is no more to load. */
  onNearEnd?: (() => void) | undefined
  isLoadingMore: boolean
  /** Called once cards are rendered: at first the list does not know its place on the page. */
  onDrawn: () => void
}

/**
 * A window-virtualised grid of one to three columns. The rendered cards are in one CSS grid, offset by a top padding: the cards
 * of a row share a height, and a card that changes rows keeps its DOM element.
 */
export function LongList({ items, columns, onNearEnd, isLoadingMore, onDrawn }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const rowCount = Math.ceil(items.length / columns)
  const focused = useFocused(items)
  const focusedRow = focused.index === undefined ? undefined : Math.floor(focused.index / columns)

  const heights = useRef(new Map<bigint, number>())
  const idsIn = (row: number) => items.slice(row * columns, (row + 1) * columns).map(({ loan }) => loan.id)

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    // By card, not by row: cards change rows, and their last height is the best estimate.
    estimateSize: (row) => Math.max(...idsIn(row).map((id) => heights.current.get(id) ?? CARD_HEIGHT.sm)),
    measureElement: (card) => {
      for (const id of idsIn(Number(card.dataset.index))) heights.current.set(id, card.offsetHeight)
      return card.offsetHeight
    },
    getItemKey: useCallback((row: number) => String(items[row * columns]?.loan.id ?? row), [items, columns]),
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin: useTop(list),
    // The row with the focus stays rendered wherever one scrolls: otherwise the next Tab would start from the top.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), focusedRow), [focusedRow]),
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isBeingRead
  const { scrollMargin } = virtualizer.options
  const rows = virtualizer.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  const first = Math.max(0, startIndex - OVERSCAN)
  const last = endIndex + OVERSCAN
  const drawn = rows.find(({ index }) => index >= first)

  useEffect(() => {
    if (onNearEnd && !isLoadingMore && endIndex >= rowCount - NEAR_END_ROWS) onNearEnd()
  }, [onNearEnd, isLoadingMore, endIndex, rowCount])

  const isDrawn = rows.length > 0
  const tellDrawn = useEffectEvent(onDrawn)
  useLayoutEffect(() => {
    if (isDrawn) tellDrawn()
  }, [isDrawn])

  useKeptScroll(virtualizer, items, columns)
  if (items.length === 0) return null
  return (
    <Box
      component="ul"
      ref={list}
      {...focused.handlers}
      style={{ height: virtualizer.getTotalSize(), paddingTop: (drawn?.start ?? scrollMargin) - scrollMargin }}
      sx={{
        position: 'relative',
        boxSizing: 'border-box',
        m: 0,
        px: 0,
        pb: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        alignContent: 'start',
        gap: `${GAP}px`,
        // useKeptScroll anchors the scroll position; the browser's own anchoring would correct it twice.
        overflowAnchor: 'none',
        '& > li': { borderRadius: 1 },
        // Keeps focused cards clear of the sticky button at the bottom.
        '& > li, & button': { scrollMarginBottom: 80 },
      }}
    >
      {rows.flatMap(({ index: row, start, size }) => {
        const isApart = row < first || row > last
        return items.slice(row * columns, (row + 1) * columns).map((item, column) => {
          const position = row * columns + column
          if (isApart && position !== focused.index) return null
          return (
            <li
              key={String(item.loan.id)}
              ref={column === 0 && !isApart ? virtualizer.measureElement : undefined}
              data-index={row}
              data-position={position}
              aria-setsize={items.length}
              aria-posinset={position + 1}
              tabIndex={-1}
              style={isApart ? apart(start - scrollMargin, size, column, columns) : undefined}
            >
              <ProposalCard item={item} />
            </li>
          )
        })
      })}
    </Box>
  )
}

/**
 * The library's own rule, for whoever is within the list. Below it the browser's anchoring keeps the place, because it anchors to
 * what comes after the list: corrected twice, the page would jump.
 */
function isBeingRead({ start }: { start: number }, _: number, virtualizer: Virtualizer<Window, HTMLLIElement>): boolean {
  const offset = virtualizer.scrollOffset ?? 0
  const end = virtualizer.options.scrollMargin + virtualizer.getTotalSize()
  return start < offset && offset < end && virtualizer.scrollDirection !== 'backward'
}

function withRow(rows: number[], row: number | undefined): number[] {
  return row === undefined || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b)
}

/** The focused card outside of the rendered range: positioned absolutely, where the grid would have it. */
function apart(top: number, height: number, column: number, columns: number) {
  const width = `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`
  return { position: 'absolute', top, height, width, left: `calc((${width} + ${GAP}px) * ${column})` } as const
}

/** The card that has the focus, by id, because its index may change. */
function useFocused(items: readonly ShownItem<Proposal>[]) {
  const [id, setId] = useState<bigint>()
  const onFocus = (event: FocusEvent) => {
    const card = event.target.closest('[data-position]')
    setId(items[Number(card?.getAttribute('data-position'))]?.loan.id)
  }
  const found = id === undefined ? -1 : items.findIndex(({ loan }) => loan.id === id)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Keeps it rendered while the focus moves to another card of the list.
    if (!currentTarget.contains(relatedTarget)) setId(undefined)
  }
  return { index: found < 0 ? undefined : found, handlers: { onFocus, onBlur } }
}

/** The list's offset from the page's top, which changes with the content above it. */
function useTop(list: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  const measure = useCallback(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  }, [list])
  useLayoutEffect(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measure])
  return top
}

/** Scroll anchoring: offers that arrive or leave above the viewport do not move what one is reading. */
function useKeptScroll(virtualizer: Virtualizer<Window, HTMLLIElement>, items: readonly ShownItem<Proposal>[], columns: number) {
  const read = useRef<{ items: readonly ShownItem<Proposal>[]; id: bigint; start: number }>(undefined)
  useLayoutEffect(() => {
    virtualizer.getTotalSize() // recomputes measurementsCache
    const startOf = (index: number) => virtualizer.measurementsCache[Math.floor(index / columns)]?.start
    const offset = virtualizer.scrollOffset ?? 0

    const before = read.current
    if (before && before.items !== items) {
      const start = startOf(items.findIndex(({ loan }) => loan.id === before.id))
      if (start !== undefined && start !== before.start) window.scrollTo(0, offset + start - before.start)
    }

    const first = (virtualizer.range?.startIndex ?? 0) * columns
    const start = startOf(first)
    const item = items[first]
    // Below the list the browser's own anchoring keeps the place: see isBeingRead.
    const { scrollMargin } = virtualizer.options
    const isScrolledInto = offset > scrollMargin && offset < scrollMargin + virtualizer.getTotalSize()
    read.current = item && start !== undefined && isScrolledInto ? { items, id: item.loan.id, start } : undefined
  })
}
