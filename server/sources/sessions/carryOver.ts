import { readFileSync } from 'node:fs'

const carryOvers = ['yes', 'no', 'limited', 'unknown'] as const
type CarryOver = (typeof carryOvers)[number]

/** True if the bills of a legislature carry over to the second year of its term. */
export type CarryOverRule = {
  carry_over: CarryOver
  /** True if sessions may be closed automatically by this rule. */
  is_confirmed: boolean
  term_years: 'odd-even' | 'even-odd'
  /**
   * The last day of the term, such as "11-30", "tuesday 2 january" or "before wednesday 1 december". An empty text
   * means December 31.
   */
  last_day: string
  note: string
}

const unknownRule: CarryOverRule = {
  carry_over: 'unknown',
  is_confirmed: false,
  term_years: 'odd-even',
  last_day: '',
  note: 'carry-over rule unknown',
}

let table: ReadonlyMap<string, CarryOverRule> | undefined

/** Returns the rule of a place ("us", "tx") from db/seed/carry-over.tsv, which an operator may replace. */
export function carryOverRule(place: string): CarryOverRule {
  table ??= readTable(readFileSync(new URL('../../../db/seed/carry-over.tsv', import.meta.url), 'utf8'))
  return table.get(place) ?? unknownRule
}

function readTable(text: string): Map<string, CarryOverRule> {
  const rows = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  return new Map(
    rows.slice(1).map(([place = '', carry = '', confirmed, years, last_day = '', note = '']) => [
      place === 'usa' ? 'us' : place,
      {
        carry_over: carryOvers.find((known) => known === carry) ?? 'unknown',
        is_confirmed: confirmed === 'yes',
        term_years: years === 'even-odd' ? 'even-odd' : 'odd-even',
        last_day,
        note,
      },
    ]),
  )
}
