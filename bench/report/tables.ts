import type { MeasuredLoad } from '../load.ts'
import { formatNumber, formatSpread, spreadIfMeasured, spreadOf } from '../spread.ts'
import type { Measurement } from './goals.ts'

/** A part of the report: its lines and the measurements that have goals. */
export type Section = { lines: string[]; measurements: Measurement[] }

export const loadHead = [
  '| what | per second | ratio | p50 ms | p99 ms | server CPU ms | database CPU ms | bytes | failed |',
  '|---|---|---|---|---|---|---|---|---|',
]

/**
 * Returns the row of one load for the table of `loadHead`. A cell shows the median of the repeats, with the minimum and the
 * maximum in parentheses. The bytes show only the median, and the failed requests are added up and followed by their statuses.
 */
export function loadLine(what: string, ratio: string, repeats: readonly MeasuredLoad[]): string {
  const columns = [
    what,
    spreadCell(repeats, ({ perSecond }) => perSecond),
    ratio,
    spreadCell(repeats, ({ p50 }) => p50),
    spreadCell(repeats, ({ p99 }) => p99),
    spreadCell(repeats, ({ cpu }) => cpu),
    spreadCell(repeats, ({ databaseCpu }) => databaseCpu),
    formatNumber(spreadOf(repeats.map(({ bytes }) => bytes)).median),
    failedCell(repeats),
  ]
  return `| ${columns.join(' | ')} |`
}

function failedCell(repeats: readonly MeasuredLoad[]): string {
  const counts = new Map<string, number>()
  for (const { statuses } of repeats) {
    for (const [status, count] of Object.entries(statuses)) {
      if (Number(status) >= 300) counts.set(status, (counts.get(status) ?? 0) + count)
    }
  }
  if (counts.size === 0) return '0'
  const failed = [...counts.values()].reduce((sum, count) => sum + count)
  return `${failed} (${[...counts].map(([status, count]) => `${status}: ${count}`).join(', ')})`
}

/** Returns the spread of a metric over the repeats, or "not measured" if the system does not report it. */
export function spreadCell<Repeat>(
  repeats: readonly Repeat[],
  metric: (repeat: Repeat) => number | null,
): string {
  return formatSpread(spreadIfMeasured(repeats.map(metric)))
}

export function formatCount(number: number): string {
  return number.toLocaleString('en-US')
}
