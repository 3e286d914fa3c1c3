const BYTE_ORDER_MARK = '\ufeff'

/** A number that is written as it is, with its sign. Any other cell is text, and may be hostile. */
export type CsvNumber = { number: string }

/** Spreadsheets expect the signs of the device's language: where decimals have a comma, semicolons stand between columns. */
export function separatorIn(language: string): ',' | ';' {
  return new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','
}

/**
 * A table as CSV (RFC 4180), with a byte order mark, without which spreadsheets take it for another encoding than UTF-8. Between
 * semicolons the decimals of numbers have a comma.
 */
export function csvOf(rows: readonly (readonly (string | CsvNumber)[])[], separator: ',' | ';'): string {
  const numberOf = ({ number }: CsvNumber) => (separator === ';' ? number.replace('.', ',') : number)
  const line = (row: readonly (string | CsvNumber)[]) =>
    row.map((cell) => (typeof cell === 'string' ? quoted(defused(cell)) : numberOf(cell))).join(separator)
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${line(row)}\r\n`).join('')}`
}

/**
 * Spreadsheets run what begins like a formula; after an apostrophe they show it as text. Opened with another separator than ours, a
 * cell of theirs may begin in the middle of one of ours, and they drop quotes at its beginning.
 */
function defused(text: string): string {
  return text.replace(/(?<=^|[;,\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "'")
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
