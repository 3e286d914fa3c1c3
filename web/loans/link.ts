import { pathOf } from '../routes.ts'
import type { Proposal } from './loan.ts'

/** The query parameter that names an offer or a request by its id. */
export const LINK_PARAMETER = 'prestamo'

/** The link of an offer or a request. */
export function linkTo({ id }: Proposal, origin: string): string {
  return `${origin}${pathOf('/dashboard')}?${LINK_PARAMETER}=${id}`
}

/** Ids have 32 bits. */
const MAX_ID = 2n ** 32n - 1n

/** The id that somebody was sent. Undefined: it cannot be one. */
export function parseId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= MAX_ID ? id : undefined
}

/** The fragment, after `#`, carries signed requests and payments: no host is sent it. */
const SIGNED_FRAGMENT = '#firmado='

/** The link of what was signed, given as text. */
export function linkToSigned(text: string, origin: string): string {
  return `${origin}${pathOf('/dashboard')}${SIGNED_FRAGMENT}${text}`
}

/** The link in an address, if it is one: an id, or `#firmado=` and a text. Anyone may have written it. */
export function linkIn({ search, hash }: { search: string; hash: string }): string | undefined {
  return hash.startsWith(SIGNED_FRAGMENT) ? hash : (new URLSearchParams(search).get(LINK_PARAMETER) ?? undefined)
}

/** The text of what was signed. Undefined: it is the link of something published. */
export function signedIn(link: string): string | undefined {
  return link.startsWith(SIGNED_FRAGMENT) ? link.slice(SIGNED_FRAGMENT.length) : undefined
}
