import type { Experience } from './crowd.ts'
import type { FaultResult } from './faults.ts'

/** Seconds within which writes must be acknowledged again after each fault. */
const maxPauseSeconds = 20

const columns = [
  'fault',
  'machine',
  'acknowledged',
  'refused',
  'own reads',
  'stale',
  'longest pause of writes',
  'healthy after',
]

export function formatTable(results: FaultResult[]): string {
  const rows = results.map((result) => [
    result.kind,
    result.name,
    String(result.acknowledged),
    formatRefused(result),
    String(result.ownReads),
    String(result.stale),
    `${result.longestPause.toFixed(1)} s`,
    `${result.healthyAfter.toFixed(1)} s`,
  ])
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Returns a text such as "503 × 12, none × 3", in which `none` stands for requests without a response. */
export function formatRefused({ refused }: Experience): string {
  return [...refused].map(([status, count]) => `${status} × ${count}`).join(', ') || '0'
}

/** The reasons why a run fails, as sentences. */
export function findFailures(results: FaultResult[], all: Experience, wrong: string[]): string[] {
  return [
    ...wrong,
    ...(all.stale > 0 ? [`${all.stale} actions did not show on the page that the member opened next.`] : []),
    ...results
      .filter(({ longestPause }) => longestPause > maxPauseSeconds)
      .map(
        ({ kind, name, longestPause }) =>
          `After the loss of the ${kind} (${name}) no write was acknowledged for ${longestPause.toFixed(1)} s.`,
      ),
  ]
}
