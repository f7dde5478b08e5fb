type Value = string | number | boolean | null

/** Returns a row of a CSV file (RFC 4180). Missing values are empty. */
export function csvRow(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/**
 * Returns a cell. If a spreadsheet would run the text as a formula, an apostrophe is put in front, so that it stays
 * text.
 */
function csvCell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
