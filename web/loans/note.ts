import { limits } from './limits.ts'

/** In characters. The contract's limit is in bytes, of which no character has less than one. */
const MAX_NOTE_LENGTH = Number(limits.note.max)

// Control characters, zero-width characters and bidirectional overrides.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** A note that somebody else wrote, safe to draw. */
export function cleanNote(note: string): string {
  // Truncated first, to bound the cost of the regular expressions on a note of a million characters.
  const clean = note
    .slice(0, MAX_NOTE_LENGTH * 8)
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()
  return Array.from(clean).slice(0, MAX_NOTE_LENGTH).join('')
}
