import { parseAmount, parseApr } from './decimal.ts'
import { type Filters, NO_FILTERS, ORDERS, TERMS } from './market.ts'

const DOLLAR_DECIMALS = 6
const APR_DECIMALS = 2

/** Filters from the URL's query, which anyone may have written: what is unknown or broken is left out. */
export function readFilters(query: URLSearchParams): Filters {
  return {
    maxPrincipal: limitPrincipal(query.get('principal') ?? ''),
    maxApr: limitApr(query.get('apr') ?? ''),
    days: TERMS.find((days) => String(days) === query.get('days')),
    isMineOnly: query.get('mine') === '1',
    order: ORDERS.find((order) => order === query.get('order')) ?? NO_FILTERS.order,
  }
}

/** A new query with these filters. What is as usual is left out, and what others keep in the query stays. */
export function writeFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(query)
  const set = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  set('principal', principalText(filters.maxPrincipal))
  set('apr', aprText(filters.maxApr))
  set('days', filters.days?.toString())
  set('mine', filters.isMineOnly ? '1' : undefined)
  set('order', filters.order === NO_FILTERS.order ? undefined : filters.order)
  return next
}

/** '1200.5' or '1200,5' in millionths of a dollar. Nothing and zero are no limit. */
export function limitPrincipal(text: string): bigint | undefined {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : undefined
}

/** '12.5' or '12,5' in hundredths of a percent. Nothing and zero are no limit. */
export function limitApr(text: string): number | undefined {
  const parsed = parseApr(text)
  return parsed.ok ? parsed.value : undefined
}

export function principalText(limit: bigint | undefined): string {
  return limit === undefined ? '' : decimalText(limit, DOLLAR_DECIMALS)
}

export function aprText(limit: number | undefined): string {
  return limit === undefined ? '' : decimalText(BigInt(limit), APR_DECIMALS)
}

function decimalText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
