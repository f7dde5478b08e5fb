import * as z from 'zod/mini'
import { formatDay, formatNearDay } from '#contract/kit/format.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { statusMeanings, type BillStatus } from './billContent.ts'
import { roadText, withoutSessionEnd, withSessionEnd } from './roadTexts.ts'

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
 * a measure that cannot become law and has no type of its own, such as an order of a city council.
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

/** The words for the state of a stage, after its name. */
export const stageStateLabels: Readonly<Record<(typeof stageStates)[number], string>> = {
  completed: msg('[stage]completed'),
  current: msg('[stage]current'),
  upcoming: msg('[stage]upcoming'),
  failed: msg('[stage]failed'),
  skipped: msg('[stage]skipped'),
}

export const Stage = z.object({
  stage: z.enum(stageIds),
  /** `completed` means that an official action with a date shows it. */
  state: z.enum(stageStates),
  /** The day on which the bill reached the stage, or null if the records do not show it. */
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
   * The next stage as the end of a sentence, such as "the Senate", or null if the bill goes no further, if the record does
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

/** Returns the day on which that happened, or null if the records do not show it. */
export function reachedOn({ stages }: Pick<Progress, 'stages'>): string | null {
  return currentStage(stages)?.stage.since ?? null
}

const nextMark = ' · Next: '

/** Returns one line for records, such as "Passed the House · Next: the Senate". `lineText` writes it for readers. */
export function progressLine(progress: Pick<Progress, 'stages' | 'next'>): string {
  const reached = reachedLine(progress)
  return progress.next ? reached + nextMark + progress.next : reached
}

/** Returns the two parts of a line so that they can be styled separately. `next` is null if the line has none. */
function lineParts(line: string): { reached: string; next: string | null } {
  const [reached = '', next = null] = line.split(nextMark)
  return { reached, next }
}

/** Returns the line of `progressLine` in the reader's language. */
export function lineText(line: string): string {
  const { reached, next } = lineParts(line)
  return [roadText(reached), next && t('Next: {step}', { step: roadText(next) })].filter(Boolean).join(' · ')
}

/** Returns true if the bill cannot move any further: it has passed all stages or it stopped. */
function isFinal(states: readonly (typeof stageStates)[number][]): boolean {
  return states.length > 0 && !states.includes('current')
}

/** If a source was last checked more than this many days ago, nothing is said about the present. */
const freshDays = 30

/**
 * Returns true if the source of a bill was last checked too long ago. The database applies the same rule to what it
 * returns (`is_stale` in db/functions/39_progress.sql). A page that stays open for days applies it again.
 *
 * @param checked_on the day of the last check. Null if it is not known.
 * @param today as YYYY-MM-DD
 */
export function isStale(checked_on: string | null, today: string): boolean {
  if (checked_on === null) {
    return false
  }
  return Date.parse(today) - Date.parse(checked_on) > freshDays * 86_400_000
}

type ShownProgress = {
  progress_line: string | null
  progress_dots: readonly Stage['state'][]
  reached_on: string | null
  reached_votes: string | null
  final_words: string | null
  checked_on: string | null
}

/** The progress of a bill in words, as a card, an embedded card, a list and an email show it. */
export type EventLines = {
  /** The day on which it happened, such as "August 13", or null if the records do not show it. */
  day: string | null
  /** What happened last, such as "Passed the Council, 37 to 5". */
  reached: string
  /** What comes next, such as "Next: the Mayor", or what the end means, such as "Final: it is law". Null if nothing is said. */
  next: string | null
  /** The age of this, such as "as of August 21", or null if it is not known or does not matter. */
  age: string | null
  /** True if the source was not checked for so long that a reader should look there. */
  isStale: boolean
}

/**
 * Returns the words for the progress of a bill, or null if nothing is known of it.
 *
 * @param today the current day as YYYY-MM-DD. A response can be older, for example on a device that is offline.
 */
export function eventLines(bill: ShownProgress, today: string): EventLines | null {
  const { progress_line, progress_dots, reached_on, reached_votes, final_words, checked_on } = bill
  if (progress_line === null || progress_line === '') {
    return null
  }
  const parts = lineParts(progress_line)
  const what = {
    day: reached_on === null ? null : formatNearDay(reached_on, today),
    reached: withSessionEnd(parts.reached, (reached) =>
      [roadText(reached), reached_votes && votesText(reached_votes)].filter(Boolean).join(', '),
    ),
  }
  // What is over does not change when nobody looks.
  if (isFinal(progress_dots)) {
    const isEndedBySession = withoutSessionEnd(parts.reached) !== parts.reached
    const meaning = isEndedBySession ? msg('it goes no further') : final_words
    return {
      ...what,
      next: meaning && t('Final: {meaning}', { meaning: roadText(meaning) }),
      age: null,
      isStale: false,
    }
  }
  if (isStale(checked_on, today)) {
    return {
      ...what,
      next: null,
      age: t('We last checked on {day}', { day: formatDay(checked_on ?? today) }),
      isStale: true,
    }
  }
  const age =
    parts.next !== null && checked_on !== null
      ? t('as of {day}', { day: formatNearDay(checked_on, today) })
      : null
  return {
    ...what,
    next: parts.next && t('Next: {step}', { step: roadText(parts.next) }),
    age,
    isStale: false,
  }
}

/** Writes the counts of a vote, which records have as "37-5". */
function votesText(votes: string): string {
  const [yes = '', no = ''] = votes.split(/\D+/)
  return t('{yes} to {no}', { yes, no })
}

/** Explains the status of a bill in the words of its progress. Without a progress, it is the meaning of the status. */
export function statusMeaning(status: BillStatus, progress_line: string | null): string {
  if (progress_line === null || progress_line === '') {
    return t(statusMeanings[status])
  }
  const { reached, next } = lineParts(progress_line)
  return next === null
    ? `${roadText(reached)}.`
    : t('{reached}. Next: {step}.', { reached: roadText(reached), step: roadText(next) })
}

const opinions: ReadonlySet<MeasureType> = new Set(['resolution', 'concurrent_resolution', 'proclamation'])

/** Returns what the end of a bill means for its record, such as "it is law", or null if the bill can still move. */
export function finalWords({
  measure_type,
  stages,
}: Pick<Progress, 'measure_type' | 'stages'>): string | null {
  const last = stages.at(-1)
  if (!last || !isFinal(stages.map(({ state }) => state))) {
    return null
  }
  // A legislature can still override a veto.
  if (last.state !== 'completed') {
    return last.label.startsWith('Vetoed') ? msg('it is not a law') : msg('it goes no further')
  }
  if (last.stage === 'law') {
    return msg('it is law')
  }
  return opinions.has(measure_type) ? msg('a resolution is not a law') : msg('it is not a law')
}

/**
 * Returns the sentence below the stages if no next step is named, such as "Vetoed by the President. The House did not override
 * it." Null if there is nothing to say.
 */
export function finalSentence({ measure_type, stages }: Progress, current: Stage): string | null {
  if (current.state === 'failed') {
    return inSentences(roadText(current.label))
  }
  if (current.state === 'current') {
    return current.stage === 'voters' || current.stage === 'states'
      ? null
      : t('The record does not say what comes next.')
  }
  const reached = roadText(current.label)
  if (stages.at(-1)?.stage === 'law') {
    return t('{reached}. All steps are done.', { reached })
  }
  if (!opinions.has(measure_type)) {
    return t('{reached}. It is not a law.', { reached })
  }
  const body = /^(?:Adopted by|Passed) (the .+)$/.exec(current.label)?.[1]
  return body
    ? t('{reached}. A resolution states what {body} wants; it is not a law.', {
        reached,
        body: roadText(body),
      })
    : t('{reached}. A resolution states an opinion; it is not a law.', { reached })
}

/** Writes the parts of a label, which semicolons separate, as sentences. */
function inSentences(label: string): string {
  return label
    .split('; ')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ')
}

const executiveTexts: Readonly<Record<string, { step: string; choice: string }>> = {
  President: {
    step: msg('the President decides'),
    choice: msg('The President can sign the bill or veto it.'),
  },
  Governor: { step: msg('the Governor decides'), choice: msg('The Governor can sign the bill or veto it.') },
  Mayor: { step: msg('the Mayor decides'), choice: msg('The Mayor can sign the bill or veto it.') },
}

/**
 * Returns the next step in words, and what can happen there if the record leaves a choice: "the Mayor decides" and "The Mayor
 * can sign the bill or veto it."
 */
export function nextWords(next: string): { step: string; choice: string | null } {
  const executive = /^the (.+)'s decision$/.exec(next)?.[1] ?? ''
  const decides = executiveTexts[executive]
  if (!decides) {
    return { step: roadText(next), choice: null }
  }
  const deadline =
    executive === 'President' &&
    t('If neither happens within 10 days, Sundays not counted, while Congress is in session, it becomes law.')
  return { step: t(decides.step), choice: [t(decides.choice), deadline].filter(Boolean).join(' ') }
}
