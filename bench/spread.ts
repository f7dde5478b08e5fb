/** Median, minimum and maximum of the repeats of one measurement. */
export type Spread = { median: number; min: number; max: number }

/** Throws if there are no values, because a default such as 0 could reach a goal. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('A measurement has no repeats.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

/** Returns null if a value is null, which means that the system does not report it. */
export function spreadIfMeasured(values: readonly (number | null)[]): Spread | null {
  const measured = values.filter((value) => value !== null)
  return measured.length < values.length ? null : spreadOf(measured)
}

/** Returns a text such as "1,234 (1,100–1,300)", or "not measured" for null. */
export function formatSpread(spread: Spread | null): string {
  if (!spread) return 'not measured'
  return `${formatNumber(spread.median)} (${formatNumber(spread.min)}–${formatNumber(spread.max)})`
}

export function formatNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
