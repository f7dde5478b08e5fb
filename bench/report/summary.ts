import { showNumber, showSpread } from '../spread.ts'
import { verdictOf, type Figure } from './goals.ts'

/** One table of all rows, in their order. */
export function summary(figures: Figure[]): string[] {
  const rows = figures.toSorted((one, other) => one.row - other.row)
  return [
    '| # | what | floor | goal | measured | |',
    '|---|---|---|---|---|---|',
    ...rows.map((figure) => {
      const { row, what, unit, floor, goal, better, measured, note } = figure
      const mark = (value: number) =>
        [better === 'more' ? '≥' : '≤', value.toLocaleString('en-US'), unit].join(' ').trim()
      const spread = measured.min === measured.max ? showNumber(measured.median) : showSpread(measured)
      return `| ${[
        row,
        what,
        mark(floor),
        goal === null ? '' : mark(goal),
        [spread, unit, note && `(${note})`].filter(Boolean).join(' '),
        verdictOf(figure),
      ].join(' | ')} |`
    }),
  ]
}
