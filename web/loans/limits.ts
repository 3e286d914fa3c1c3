// Generated from the compiled contracts by `npm run abi`. Do not edit.

/**
 * What the contract takes, both ends included: `principal` in millionths of a dollar, `duration` in seconds, `apr` in
 * hundredths of a percent, `note` in bytes of UTF-8.
 */
export const limits = {
  principal: { min: 1n, max: 18446744073709551615n },
  duration: { min: 1n, max: 4294967295n },
  apr: { min: 1n, max: 65535n },
  note: { min: 0n, max: 280n },
} as const
