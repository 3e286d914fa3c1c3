/** The choices of more time, in days, and the most that can be typed. */
export const EXTRA_DAYS = [7, 15, 30, 60, 90] as const
export const MAX_EXTRA_DAYS = 365

/** A whole number of days as a person types it; undefined: it is not one, or too many. */
export function checkExtraDays(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^\d{1,4}$/.test(text)) return undefined
  const days = Number(text)
  return days >= 1 && days <= MAX_EXTRA_DAYS ? days : undefined
}
