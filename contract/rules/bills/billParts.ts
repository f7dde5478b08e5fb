import * as z from 'zod/mini'

/** The classes of official actions, in terms that all sources share. */
export const actionClasses = [
  'introduced',
  'referred',
  'hearing',
  'markup',
  'reported',
  /** A committee lost the bill without a report on it. */
  'discharged',
  'calendared',
  'reading',
  'amended',
  'passed',
  'failed',
  'concurred',
  /** A chamber sent the bill back with changes, or did not accept the changes of the other. */
  'differed',
  'conference',
  'presented',
  'signed',
  'vetoed',
  'overridden',
  /** A chamber did not override a veto. */
  'sustained',
  'law',
  /** A vote was retracted. */
  'reconsidered',
  'carried_over',
  /** Another bill took the place of the bill. */
  'substituted',
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
  'discharged',
  'differed',
  'presented',
  'signed',
  'vetoed',
  'overridden',
  'sustained',
  'law',
  'substituted',
  'withdrawn',
  'died',
])

export function isImportant(classification: ActionClass): boolean {
  return importantClasses.has(classification)
}

/**
 * The types of measures. The type, the body and the level of government decide which stages a measure passes. `other` is
 * a measure that can't become law and has no type of its own, such as an order of a city council.
 */
export const measureTypes = [
  'bill',
  'joint_resolution',
  'constitutional_amendment',
  'concurrent_resolution',
  'resolution',
  'ordinance',
  'land_use',
  'appointment',
  'proclamation',
  'other',
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
  /** `completed` means that an official action with a date shows it. */
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
  /**
   * The next stage as the end of a sentence, such as "the Senate". Null if the bill goes no further, if the record does
   * not decide it, or if the source was not checked for a month.
   */
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

/** Returns what happened last, such as "Passed the House". */
export function reachedLine({ stages }: Pick<Progress, 'stages'>): string {
  return currentStage(stages)?.stage.label ?? ''
}

const nextMark = ' · Next: '

/** Returns one line for cards, such as "Passed the House · Next: the Senate". */
export function progressLine(progress: Pick<Progress, 'stages' | 'next'>): string {
  const reached = reachedLine(progress)
  return progress.next ? reached + nextMark + progress.next : reached
}

/** Returns the two parts of a line, so that they can be styled separately. `next` is null if the line has none. */
export function lineParts(line: string): { reached: string; next: string | null } {
  const [reached = '', next = null] = line.split(nextMark)
  return { reached, next }
}

/** Returns true if the bill can't move any further: it has passed all stages or it stopped. */
export function isFinal(states: readonly (typeof stageStates)[number][]): boolean {
  return states.length > 0 && !states.includes('current')
}

/** If a source was last checked more than this many days ago, nothing is said about the present. */
const freshDays = 30

/**
 * Returns true if the source of a bill was last checked too long ago. The database applies the same rule to what it
 * answers (`is_stale` in db/functions/39_progress.sql). A page that stays open for days applies it again.
 *
 * @param checked_on the day of the last check. Null if it is not known.
 * @param today as YYYY-MM-DD
 */
export function isStale(checked_on: string | null, today: string): boolean {
  if (checked_on === null) return false
  return Date.parse(today) - Date.parse(checked_on) > freshDays * 86_400_000
}
