import type { Measured } from '../load.ts'
import { formatNumber, formatSpread, spreadOf } from '../spread.ts'
import type { Measurement } from './goals.ts'

/** A part of the report: its lines and the measurements that have goals. */
export type Section = { lines: string[]; measurements: Measurement[] }

export const loadHead = [
  '| what | per second | ratio | p50 ms | p99 ms | server CPU ms | database CPU ms | bytes | failed |',
  '|---|---|---|---|---|---|---|---|---|',
]

/** Repeats of one load as medians, with the minimum and the maximum in parentheses. */
export function loadLine(what: string, ratio: string, turns: Measured[]): string {
  const of = (metric: (turn: Measured) => number | null) =>
    formatSpread(spreadOf(turns.map((turn) => metric(turn) ?? NaN)))
  const columns = [
    what,
    of((turn) => turn.perSecond),
    ratio,
    of((turn) => turn.p50),
    of((turn) => turn.p99),
    of((turn) => turn.cpu),
    of((turn) => turn.databaseCpu),
    formatNumber(spreadOf(turns.map((turn) => turn.bytes)).median),
    String(turns.reduce((sum, turn) => sum + turn.failed, 0)),
  ]
  return `| ${columns.join(' | ')} |`
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}
