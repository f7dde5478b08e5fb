import type { Measured } from '../load.ts'
import { showNumber, showSpread, spreadOf } from '../spread.ts'
import type { Figure } from './goals.ts'

/** A part of the report: its lines, and what it says about the goals. */
export type Section = { lines: string[]; figures: Figure[] }

export const loadHead = [
  '| what | per second | beside | p50 ms | p99 ms | server CPU ms | database CPU ms | bytes | failed |',
  '|---|---|---|---|---|---|---|---|---|',
]

/** Repeats of one load: medians, with the least and the most in brackets. */
export function loadLine(what: string, beside: string, turns: Measured[]): string {
  const of = (figure: (turn: Measured) => number | null) =>
    showSpread(spreadOf(turns.map((turn) => figure(turn) ?? NaN)))
  const columns = [
    what,
    of((turn) => turn.perSecond),
    beside,
    of((turn) => turn.p50),
    of((turn) => turn.p99),
    of((turn) => turn.cpu),
    of((turn) => turn.databaseCpu),
    showNumber(spreadOf(turns.map((turn) => turn.bytes)).median),
    String(turns.reduce((sum, turn) => sum + turn.failed, 0)),
  ]
  return `| ${columns.join(' | ')} |`
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}
