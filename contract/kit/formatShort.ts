import { numberFormat, perLanguage } from './translate.ts'

const short = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** Formats a count like "9,999" or "12.8K". Wherever this is used, the accessible label contains the exact number. */
export function formatShort(count: number): string {
  return count < 10_000 ? numberFormat().format(count) : short().format(count)
}
