import { formatNumber, formatSpread } from '../spread.ts'
import { verdictOf, type Measurement } from './goals.ts'

/** One table of all goal rows, in order. */
export function summary(measurements: Measurement[]): string[] {
  const rows = measurements.toSorted((a, b) => a.row - b.row)
  return [
    '| # | what | floor | goal | measured | |',
    '|---|---|---|---|---|---|',
    ...rows.map((metric) => {
      const { row, what, unit, floor, goal, better, measured, note } = metric
      const mark = (value: number) =>
        [better === 'more' ? '≥' : '≤', value.toLocaleString('en-US'), unit].join(' ').trim()
      const spread =
        measured && measured.min === measured.max ? formatNumber(measured.median) : formatSpread(measured)
      return `| ${[
        row,
        what,
        mark(floor),
        goal === null ? '' : mark(goal),
        [spread, measured && unit, note && `(${note})`].filter(Boolean).join(' '),
        verdictOf(metric),
      ].join(' | ')} |`
    }),
  ]
}
