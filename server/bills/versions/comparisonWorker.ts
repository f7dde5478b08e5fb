import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { VersionSection } from '../../../contract/rules/billVersions.ts'
import { compareTexts } from '../comparison/compare.ts'

const Task = z.object({ older: z.string(), newer: z.string(), withRuns: z.boolean() })
const Sections = z.array(VersionSection)

const { older, newer, withRuns } = Task.parse(workerData)
const result = compareTexts(Sections.parse(JSON.parse(older)), Sections.parse(JSON.parse(newer)), {
  withRuns,
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(JSON.stringify(result))
