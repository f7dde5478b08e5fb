type Value = string | number | boolean | null

/** A row of a CSV file by RFC 4180. Missing values are empty. */
export function csvRow(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front, with which it stays a text. */
function csvCell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
