import type { Proposal } from './loan.ts'

/** The query parameter that names an offer or a request by its id. */
export const LINK_PARAMETER = 'prestamo'

/** The link of an offer or a request. */
export function linkTo({ id }: Proposal, origin: string): string {
  return `${origin}/dashboard?${LINK_PARAMETER}=${id}`
}

/** Ids have 32 bits. */
const MAX_ID = 2n ** 32n - 1n

/** The id that somebody was sent. Undefined: it cannot be one. */
export function parseId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= MAX_ID ? id : undefined
}
