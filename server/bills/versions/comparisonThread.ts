import { Worker } from 'node:worker_threads'
import type { VersionSection } from '../../../contract/rules/billVersions.ts'
import type { Comparison } from '../comparison/compare.ts'

export type ComparisonTask = { older: string; newer: string; withRuns: boolean }

const file = new URL('comparisonWorker.ts', import.meta.url)

/** Compares two texts in a thread of their own, because a long comparison would hold up every request of the server. */
export async function compareInThread(
  older: readonly VersionSection[],
  newer: readonly VersionSection[],
  options: { withRuns: boolean },
): Promise<Comparison> {
  const task = { older: JSON.stringify(older), newer: JSON.stringify(newer), ...options }
  const result: Comparison = JSON.parse(await compareJson(task))
  return result
}

/** The same with texts and result as JSON, which this thread never parses. */
export function compareJson(task: ComparisonTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: task })
    worker.once('message', (result: string) => resolve(result))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the comparison ended with code ${code}`)))
  })
}
