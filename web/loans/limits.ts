// Generated from the compiled contracts by `npm run abi`. Do not edit.

/**
 * Limits of the contract, both ends included: `principal` in millionths of a dollar, `duration` in seconds, `apr` in
 * hundredths of a percent, `note` in bytes of UTF-8. `openDays` of 0: without an end.
 */
export const limits = {
  principal: { min: 1n, max: 72057594037927935n },
  duration: { min: 1n, max: 4294967295n },
  apr: { min: 1n, max: 65535n },
  instalments: { min: 1n, max: 60n },
  openDays: { min: 0n, max: 255n },
  note: { min: 0n, max: 280n },
} as const

/** Loans of one of my lists: those that the dashboard brings whole, those in short, and those in short of one further call. */
export const OWN_PAGE = 8
export const OWN_ROWS = 100
export const MAX_ROWS = 1000
/** In how many of the newest loans of a person the people on the other side are counted. */
export const MAX_HISTORY = 100
