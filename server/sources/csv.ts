/** A quoted field may run over lines; what follows a closing quote up to the comma is kept as it stands. */
const field = /(?:"((?:[^"]|"")*)"([^,\r\n]*)|([^,\r\n]*))(,|\r?\n|\r|$)/y

/**
 * Rows of a CSV text (RFC 4180; a byte-order mark and any line ends are fine), each as its fields. Rows of one empty
 * field are blank lines and left out.
 */
function* csvRows(text: string): Generator<string[]> {
  let row: string[] = []
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (field.lastIndex < text.length || row.length > 0) {
    const match = field.exec(text)
    if (!match) throw new Error('The table has a quote that is never closed')
    const [, quoted, rest = '', plain = '', end = ''] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest)
    if (end === ',') continue
    const at = field.lastIndex
    if (row.length > 1 || row[0] !== '') yield row
    row = []
    field.lastIndex = at
    if (end === '') return
  }
}

/** A row by the names of its columns. */
export type CsvRecord = Readonly<Record<string, string>>

/** Records of a CSV text whose first row names the columns; a field that a row does not have reads as empty. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let names: string[] | null = null
  for (const row of csvRows(text)) {
    if (!names) {
      names = row.map((name) => name.trim())
      continue
    }
    yield Object.fromEntries(names.map((name, at) => [name, (row[at] ?? '').trim()]))
  }
}
