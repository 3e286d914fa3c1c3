import { limits } from './limits.ts'

/** In characters. The contract's limit is in bytes, of which no character has less than one. */
const MAX_NOTE_LENGTH = Number(limits.note.max)

/** Flags of England, Scotland and Wales, the only emojis that are spelled with tag characters. */
const TAGGED_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u
    .source

/** The joiner between two emojis, and the selector that makes an emoji of a sign or the beginning of a keycap. */
const OF_EMOJI =
  /(?<=\p{ExtPict}\ufe0f?|\p{EMod})\u200d(?=\p{ExtPict})|(?<=(?!\p{EPres})\p{ExtPict})\ufe0f|(?<=[#*0-9])\ufe0f(?=\u20e3)/u.source

/** Also the blank braille pattern and note head. An emoji newer than the browser is unassigned to it, and stays. */
const FLAG_OR_INVISIBLE = new RegExp(`(${TAGGED_FLAG})|(?!${OF_EMOJI}|\\p{ExtPict})[\\p{C}\\p{DI}\\u2800\\u{1d159}]`, 'gu')

/**
 * A name or a note that is safe to show, cut at `most` characters. Drops control, invisible and bidirectional characters, which
 * could make a text look like another, except those that an emoji is made of.
 */
export function cleanText(text: string, most = Number.POSITIVE_INFINITY): string {
  // Cut before it is cleaned, to bound the cost of the regular expressions on a million characters, and cleaned again, because
  // the second cut may split an emoji.
  return cleaned([...cleaned(text.slice(0, most * 8))].slice(0, most).join(''))
}

export function cleanNote(note: string): string {
  return cleanText(note, MAX_NOTE_LENGTH)
}

function cleaned(text: string): string {
  const clean = text.replace(/\s+/g, ' ').replace(FLAG_OR_INVISIBLE, '$1').replace(/ +/g, ' ').trim().normalize('NFC')
  // Dropping or composing characters can leave a joiner with nothing to join.
  return clean === text ? clean : cleaned(clean)
}
