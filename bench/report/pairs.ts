import type { Measured } from '../load.ts'
import type { Pair } from '../paired.ts'
import { formatSpread, spreadOf } from '../spread.ts'
import { count } from './tables.ts'

/** Processor time of a request in both checkouts, and the ratio of each turn, now to before. */
export function reportPairs(commit: string, bills: number, pairs: readonly Pair[]): string[] {
  return [
    `## These files against ${commit}, ${count(bills)} bills`,
    '',
    'Processor milliseconds per request, server and database together. The ratio is taken turn by turn.',
    '',
    '| what | before | now | now / before | per second before | per second now | failed |',
    '|---|---|---|---|---|---|---|',
    ...pairs.map(({ what, turns }) => {
      const of = (value: (turn: Pair['turns'][number]) => number) => formatSpread(spreadOf(turns.map(value)))
      const columns = [
        what,
        of(({ before }) => processorTime(before)),
        of(({ now }) => processorTime(now)),
        of(({ now, before }) => processorTime(now) / processorTime(before)),
        of(({ before }) => before.perSecond),
        of(({ now }) => now.perSecond),
        String(turns.reduce((sum, { now, before }) => sum + now.failed + before.failed, 0)),
      ]
      return `| ${columns.join(' | ')} |`
    }),
  ]
}

function processorTime({ cpu, databaseCpu }: Measured): number {
  return (cpu ?? NaN) + (databaseCpu ?? NaN)
}
