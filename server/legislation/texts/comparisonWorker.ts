import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { textFormats, VersionSection } from '#contract/bills/versions.ts'
import { compareTexts } from './comparison/compare.ts'
import { kindOf } from './comparison/versionKind.ts'
import type { ComparisonResult } from './comparisonThread.ts'

const Format = z.nullable(z.enum(textFormats))
const Task = z.object({
  older: z.string(),
  newer: z.string(),
  older_format: Format,
  newer_format: Format,
  withRuns: z.boolean(),
})
const Sections = z.array(VersionSection)

const { older, newer, older_format, newer_format, withRuns } = Task.parse(workerData)
const { summary, sections, is_truncated, substance } = compareTexts(
  Sections.parse(JSON.parse(older)),
  Sections.parse(JSON.parse(newer)),
  { withRuns },
)
const kind = kindOf({ substance }, older_format, newer_format)
const response: ComparisonResult = {
  result: JSON.stringify({ summary: { kind, ...summary }, sections }),
  is_truncated,
  substance,
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(response)
