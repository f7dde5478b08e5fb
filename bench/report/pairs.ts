import type { MeasuredLoad } from '../load.ts'
import type { Pair } from '../paired.ts'
import { formatCount, spreadCell } from './tables.ts'

/** Processor time of each request in both checkouts, and for each turn the ratio of now to before. */
export function reportPairs(commit: string, bills: number, pairs: readonly Pair[]): string[] {
  return [
    `## These files against ${commit}, ${formatCount(bills)} bills`,
    '',
    'Processor milliseconds per request, server and database together. The ratio is taken turn by turn.',
    '',
    '| what | before | now | now / before | per second before | per second now | failed |',
    '|---|---|---|---|---|---|---|',
    ...pairs.map(({ what, turns }) => {
      const columns = [
        what,
        spreadCell(turns, ({ before }) => processorTime(before)),
        spreadCell(turns, ({ now }) => processorTime(now)),
        spreadCell(turns, ({ now, before }) => ratio(processorTime(now), processorTime(before))),
        spreadCell(turns, ({ before }) => before.perSecond),
        spreadCell(turns, ({ now }) => now.perSecond),
        String(turns.reduce((sum, { now, before }) => sum + now.failed + before.failed, 0)),
      ]
      return `| ${columns.join(' | ')} |`
    }),
  ]
}

function processorTime({ cpu, databaseCpu }: MeasuredLoad): number | null {
  return cpu === null || databaseCpu === null ? null : cpu + databaseCpu
}

function ratio(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now / before
}
