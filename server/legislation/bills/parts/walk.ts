import type { ActionClass, StageId } from '#contract/bills/progress.ts'
import type { Recommendation } from '#server/sources/parts/actionClass.ts'
import type { Procedure } from './measures.ts'

/** An official action of a bill. */
export type RoadAction = {
  acted_on: string | null
  chamber: string | null
  description: string
  classification: ActionClass
}

/** How a bill stopped. */
export type EndingKind = 'vote' | 'veto' | 'withdrawn' | 'died' | 'tabled' | 'substituted'
export type Ending = {
  kind: EndingKind
  stage: number
  /** The body that stopped it, if it was not the one of the stage. */
  body?: string | undefined
  on: string
  /** For a veto: true if the executive let the time run out while the legislature was away. */
  isPocket: boolean
  /** True if both chambers had passed it and their conference did not agree. */
  isInConference: boolean
  /** The bodies that voted to override a veto, and those that did not. */
  overriddenBy: string[]
  sustainedBy: string[]
}

/** What the dated actions of a bill show. Stages are indexes of `Procedure.stages`. */
export type Road = {
  /** The day on which each stage was reached. A stage without a dated action has none. */
  since: Map<number, string>
  /** The stage that the bill has reached. */
  at: number
  /** What the committee did with the bill. */
  committee: Recommendation | 'discharged' | 'referred' | 'heard' | null
  /** True if the committee that reported the bill sent it on to another one. */
  isSentOn: boolean
  /** True if the bill waits for a vote of the body that has it. */
  isOnCalendar: boolean
  /** True if a committee of the second chamber has reported the bill. */
  isReportedInSecond: boolean
  /** Which chamber has to act on changes of the other, or that both negotiate. Null if there are no open changes. */
  differences: 'first' | 'second' | 'both' | null
  /** What a chamber did with the changes, and when, if it was not its first vote. */
  returned: { on: string; label: string } | null
  /** The day on which both chambers agreed, if an action other than their votes shows it. */
  agreedOn: string | null
  /** True if the actions after the last stage leave open what comes next. */
  isUndecided: boolean
  isSigned: boolean
  /** True if the only action keeps the number free for a later bill. */
  isReserved: boolean
  /** The day on which the last chamber overrode a veto. */
  overriddenOn: string | null
  isCarriedOver: boolean
  /** A land use decision that went to the planning commission with changes. */
  planningOn: string | null
  ending: Ending | null
  /** The stage of each action, by its position. */
  stageOf: StageId[]
}

/** A road and what must be remembered while its actions are followed. */
export type Walk = {
  road: Road
  procedure: Procedure
  /** The number of the bill, in lowercase letters and digits only. */
  billCode: string
  second: number
  executive: number
  last: number
  /** True if the second chamber changed the bill before it voted. */
  isChangedInSecond: boolean
  /** The bodies that accepted the report of a conference. */
  accepted: Set<string>
}
export type DatedAction = RoadAction & { acted_on: string }

/** The stage of the first body that votes. */
export const first = 2

export function hasPassedFirst({ road }: Walk): boolean {
  return road.at >= first
}

export function hasPassedSecond({ road, second }: Walk): boolean {
  return second >= 0 && road.at >= second
}

export function isBeforeExecutive({ road, executive }: Walk): boolean {
  return executive < 0 || road.at < executive
}

/** Returns the stage of the chamber that acted: the first, the second, or -1 if the action does not say. */
export function bodyOf({ stages }: Procedure, { chamber }: RoadAction): number {
  if (chamber === null) return -1
  // Open States calls the lower chamber of each state "House".
  const isLower = /^(house|assembly)$/i.test(chamber)
  return stages.findIndex(
    ({ name }, at) => at >= first && (name === chamber || (isLower && /^(House|Assembly)$/.test(name))),
  )
}

export function reach({ road }: Walk, stage: number, on: string): number {
  if (stage < 0) return road.at
  if (!road.since.has(stage)) road.since.set(stage, on)
  if (stage > road.at) {
    road.at = stage
    road.isOnCalendar = false
    road.isCarriedOver = false
  }
  road.ending = null
  road.isUndecided = false
  return stage
}

/** Both chambers have agreed on the same words. */
export function agree({ road, second }: Walk, on: string): void {
  road.differences = null
  road.returned = null
  road.isUndecided = false
  if (second >= 0 && !road.since.has(second)) road.agreedOn ??= on
}
