import { Worker } from 'node:worker_threads'
import type { TextFormat } from '#contract/bills/versions.ts'
import type { Substance } from './comparison/compare.ts'

/** The sections of both texts as JSON, which the main thread never parses. */
export type ComparisonTask = {
  older: string
  newer: string
  older_format: TextFormat | null
  newer_format: TextFormat | null
  /** If false, only the counts are computed. */
  withRuns: boolean
}

/** `result` is the JSON of {summary, sections}, as the API returns them. */
export type ComparisonResult = { result: string; is_truncated: boolean; substance: Substance }

const file = new URL('comparisonWorker.ts', import.meta.url)

/** Compares two texts in a separate thread, because a long comparison would delay every other request. */
export function compareInThread(task: ComparisonTask): Promise<ComparisonResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: task })
    worker.once('message', (result: ComparisonResult) => resolve(result))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the comparison ended with code ${code}`)))
  })
}
