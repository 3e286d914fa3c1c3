const BYTE_ORDER_MARK = '\ufeff'

/** A number that is written as it is, with its sign. Any other cell is text, and may be hostile. */
export type CsvNumber = { number: string }

/** A table as CSV (RFC 4180), with a byte order mark, without which spreadsheets take it for another encoding than UTF-8. */
export function csvOf(rows: readonly (readonly (string | CsvNumber)[])[]): string {
  const line = (row: readonly (string | CsvNumber)[]) =>
    row.map((cell) => quoted(typeof cell === 'string' ? defused(cell) : cell.number)).join(',')
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${line(row)}\r\n`).join('')}`
}

/**
 * Spreadsheets run what begins like a formula; after an apostrophe they show it as text. In Spanish they take a semicolon for the
 * separator, whatever is quoted, so that a cell of theirs may begin in the middle of one of ours, and drop quotes at its beginning.
 */
function defused(text: string): string {
  return text.replace(/(?<=^|[;,\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "'")
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
