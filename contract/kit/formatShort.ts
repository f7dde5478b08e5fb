const plain = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a count like "9,999" or "12.8K". Wherever this is used, the accessible label contains the exact number. */
export function formatShort(count: number): string {
  return count < 10_000 ? plain.format(count) : short.format(count)
}
