import * as z from 'zod/mini'

/** The classes of official actions, in terms that all sources share. */
export const actionClasses = [
  'introduced',
  'referred',
  'hearing',
  'markup',
  'reported',
  'calendared',
  'reading',
  'amended',
  'passed',
  'failed',
  'concurred',
  'conference',
  'presented',
  'signed',
  'vetoed',
  'overridden',
  'law',
  'withdrawn',
  'tabled',
  'died',
  'other',
] as const
export type ActionClass = (typeof actionClasses)[number]

/** The actions that the page shows before a reader opens all of them. */
const importantClasses: ReadonlySet<ActionClass> = new Set([
  'introduced',
  'passed',
  'failed',
  'reported',
  'presented',
  'signed',
  'vetoed',
  'overridden',
  'law',
  'withdrawn',
  'died',
])

export function isImportant(classification: ActionClass): boolean {
  return importantClasses.has(classification)
}

/** The types of measures. The type decides which stages a measure passes. */
export const measureTypes = [
  'bill',
  'joint_resolution',
  'constitutional_amendment',
  'concurrent_resolution',
  'simple_resolution',
  'ordinance',
  'council_resolution',
] as const
export type MeasureType = (typeof measureTypes)[number]

export const stageIds = [
  'introduced',
  'committee',
  'first_chamber',
  'second_chamber',
  'differences',
  'chamber',
  'legislature',
  'council',
  'executive',
  'congress',
  'states',
  'voters',
  'law',
] as const
export type StageId = (typeof stageIds)[number]

export const stageStates = ['completed', 'current', 'upcoming', 'failed', 'skipped'] as const

export const Stage = z.object({
  stage: z.enum(stageIds),
  state: z.enum(stageStates),
  /** The day on which the bill reached the stage. Null if the records do not show it. */
  since: z.nullable(z.string()),
  /**
   * What happened at the stage, such as "Passed the House". If the bill has not reached the stage, the name of the
   * stage, such as "Senate".
   */
  label: z.string(),
})
export type Stage = z.infer<typeof Stage>

export const Progress = z.object({
  measure_type: z.enum(measureTypes),
  stages: z.array(Stage),
  /** The next stage as the end of a sentence, such as "the Senate". Null if the bill goes no further. */
  next: z.nullable(z.string()),
})
export type Progress = z.infer<typeof Progress>

/** Returns the stage where the bill is or where it stopped, and the number of the stage, counted from 1. */
export function currentStage(stages: readonly Stage[]): { stage: Stage; number: number } | null {
  const index = stages.findIndex(({ state }) => state === 'current' || state === 'failed')
  const at = index >= 0 ? index : stages.findLastIndex(({ state }) => state === 'completed')
  const stage = stages[at]
  return stage ? { stage, number: at + 1 } : null
}

/** Returns one line for cards, such as "Passed the House · Next: the Senate". */
export function progressLine({ stages, next }: Progress): string {
  const current = currentStage(stages)?.stage.label ?? ''
  return next ? `${current} · Next: ${next}` : current
}
