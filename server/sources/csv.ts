import { CsvError, parse } from 'csv-parse/sync'
import { textIn } from './externalJson.ts'

/** A row as values by column name. */
export type CsvRecord = Readonly<Record<string, string>>

/**
 * Yields the records of a CSV text whose first row names the columns. A missing field is an empty string, and blank lines
 * are skipped. Tables of other programs mix line endings and write quotes inside unquoted fields.
 *
 * @throws an Error in one sentence if a quote is not closed
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const [head, ...rows] = csvRows(text)
  const names = head?.map(textIn) ?? []
  for (const row of rows) {
    yield Object.fromEntries(names.map((name, index) => [name, textIn(row[index])]))
  }
}

function csvRows(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw new Error(isOpen ? 'The table has an unclosed quote' : error.message, { cause: error })
  }
}
