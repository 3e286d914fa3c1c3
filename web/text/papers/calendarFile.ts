type Event = {
  /** Stable, so that importing the file again updates the event instead of adding another. */
  uid: string
  /** Unix seconds: when it happens, and when this was written. */
  at: number
  writtenAt: number
  summary: string
  description: string
}

const MAX_LINE_OCTETS = 75

/** Events as a calendar file (RFC 5545), each with reminders so many days before. */
export function calendarFile(events: readonly Event[], alarmDays: readonly number[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//EntrePares//ES',
    ...events.flatMap((event) => linesOf(event, alarmDays)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf({ uid, at, writtenAt, summary, description }: Event, alarmDays: readonly number[]): string[] {
  const alarm = (days: number) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    `TRIGGER:-P${days}D`,
    'END:VALARM',
  ]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    ...alarmDays.flatMap(alarm),
    'END:VEVENT',
  ]
}

/** '20251203T163200Z'. */
function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Line folding of RFC 5545: at most 75 octets, never inside a character; continuation lines begin with a space. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (octets + size > MAX_LINE_OCTETS) [text, octets] = [`${text}\r\n `, 1]
    text += letter
    octets += size
  }
  return text
}
