import { mostCommitteeBills } from '#contract/hearings.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'

/** Returns, for example, "21 to 40 of 57 bills", or "of at least 10,000 bills" if no more are counted. */
export function pageText(offset: number, count: number, total: number): string {
  const [first, last] = [formatNumber(offset + 1), formatNumber(offset + count)]
  return total >= mostCommitteeBills
    ? t('{first} to {last} of at least {count} bills', {
        first,
        last,
        count: formatNumber(mostCommitteeBills),
      })
    : plural(total, '{first} to {last} of {n} bill|{first} to {last} of {n} bills', { first, last })
}
