/** Digits of a new PIN. A vault keeps the length of its own: another one here leaves the vaults that exist as they are. */
export const PIN_LENGTH = 6
