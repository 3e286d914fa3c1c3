import { amountText, aprText, parseAmount, parseApr } from '../../loans/decimal.ts'
import { TERM_DAYS } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'
import { type Filters, NO_FILTERS, ORDERS } from './filters.ts'

/** In characters, of what one searches for. */
export const MAX_WORDS_LENGTH = 100

/** Filters from the URL's query, which anyone may have written: unknown and malformed values are dropped. */
export function readFilters(query: URLSearchParams): Filters {
  const kind = query.get('list') === 'requests' ? 'request' : 'offer'
  return {
    kind,
    words: (query.get('q') ?? '').slice(0, MAX_WORDS_LENGTH),
    maxPrincipal: parsePrincipalLimit(query.get('principal') ?? ''),
    maxApr: parseAprLimit(query.get('apr') ?? ''),
    days: TERM_DAYS.find((days) => String(days) === query.get('days')),
    isMineOnly: query.get('mine') === '1',
    order: ORDERS[kind].find((order) => order === query.get('order')) ?? NO_FILTERS.order,
  }
}

/** A new query with these filters. Defaults are left out, and parameters that are not ours stay. */
export function writeFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(query)
  const parameters: Record<keyof Filters, [name: string, value: string | undefined]> = {
    kind: ['list', filters.kind === 'request' ? 'requests' : undefined],
    words: ['q', filters.words],
    maxPrincipal: ['principal', principalLimitText(filters.maxPrincipal)],
    maxApr: ['apr', aprLimitText(filters.maxApr)],
    days: ['days', filters.days?.toString()],
    isMineOnly: ['mine', filters.isMineOnly ? '1' : undefined],
    order: ['order', filters.order === NO_FILTERS.order ? undefined : filters.order],
  }
  for (const [name, value] of Object.values(parameters)) value ? next.set(name, value) : next.delete(name)
  return next
}

/** '1200.5' or '1200,5'. Nothing and zero mean no limit. */
export function parsePrincipalLimit(text: string): Dollars | undefined {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : undefined
}

/** '12.5' or '12,5' in hundredths of a percent. Nothing and zero mean no limit. */
export function parseAprLimit(text: string): number | undefined {
  const parsed = parseApr(text)
  return parsed.ok ? parsed.value : undefined
}

export function principalLimitText(limit: Dollars | undefined): string {
  return limit === undefined ? '' : amountText(limit)
}

export function aprLimitText(limit: number | undefined): string {
  return limit === undefined ? '' : aprText(limit)
}
