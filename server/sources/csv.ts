import { textIn } from './externalJson.ts'

/** A quoted field may contain line breaks. Text between a closing quote and the comma is appended to the field. */
const field = /(?:"((?:[^"]|"")*)"([^,\r\n]*)|([^,\r\n]*))(,|\r?\n|\r|$)/y

/**
 * Yields the rows of a CSV text (RFC 4180). A byte-order mark and all line endings are accepted. Blank lines are
 * skipped.
 */
function* csvRows(text: string): Generator<string[]> {
  let row: string[] = []
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (field.lastIndex < text.length || row.length > 0) {
    const match = field.exec(text)
    if (!match) throw new Error('The table has an unclosed quote')
    const [, quoted, rest = '', plain = '', end = ''] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest)
    if (end === ',') continue
    // The position is stored, because the pattern is shared and another table may be read before the next row of this
    // one is requested.
    const index = field.lastIndex
    if (row.length > 1 || row[0] !== '') yield row
    row = []
    field.lastIndex = index
    if (end === '') return
  }
}

/** A row as values by column name. */
export type CsvRecord = Readonly<Record<string, string>>

/** Yields the records of a CSV text whose first row names the columns. A missing field is an empty string. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let names: string[] | null = null
  for (const row of csvRows(text)) {
    if (!names) {
      names = row.map(textIn)
      continue
    }
    yield Object.fromEntries(names.map((name, index) => [name, textIn(row[index])]))
  }
}
