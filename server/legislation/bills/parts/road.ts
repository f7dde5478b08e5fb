import type { StageId } from '#contract/bills/progress.ts'
import {
  partsTakenOver,
  recommendationOf,
  referredToPeople,
  sentOn,
} from '#server/sources/parts/actionClass.ts'
import type { Procedure } from './measures.ts'
import { enacted, stopped, vetoed, voteOnVeto } from './roadEnd.ts'
import {
  agree,
  bodyOf,
  first,
  hasPassedFirst,
  hasPassedSecond,
  isBeforeExecutive,
  reach,
  type DatedAction,
  type Road,
  type RoadAction,
  type Walk,
} from './walk.ts'

/** What a chamber does with its papers after the vote. It says nothing about what comes next. */
const isPaperwork =
  /^message|^received|reconsider|at the desk|signed by (the )?(speaker|president (pro tem|of the senate))|enroll|engross|co-?(sponsor|author)|fiscal note|star print|printed|effective|title/i
/** The body keeps the bill and does not say whether it takes it up again. */
const isSetAside =
  /\bheld (in (the )?committee|under submission|for consideration)|voluntarily deferred|set aside|not expected|measure be (deferred|\bheld)|inactive file|"x" file|point of order sustained/i
/** The bill left the body that would be next. */
const isReturned =
  /\brecalled\b|returned to (the )?(house|senate|assembly) (rules|from|pursuant)|reintroduced and retained|returned with (the )?(governor.?s )?(proposed )?(amendments|recommendations?)|conditional veto|governor.?s? recommendation|executive amendment/i
const withChanges =
  /\bwith (an |\d+ |further |house |senate )?(amendments?|changes|modifications|substitute)|, as amended|by substitute|proposals? of amendment|with substitute|con enmiendas/i
const withoutChanges = /without (an )?amendment|no amendments/i

/** Follows the actions of a bill through the stages of its procedure. An action without a date moves nothing. */
export function followRoad(
  procedure: Procedure,
  actions: readonly RoadAction[],
  { introducedOn, billCode }: { introducedOn: string; billCode: string },
): Road {
  const index = (id: StageId) => procedure.stages.findIndex(({ stage }) => stage === id)
  const road: Road = {
    since: new Map([[0, introducedOn]]),
    at: 0,
    committee: null,
    isSentOn: false,
    isOnCalendar: false,
    isReportedInSecond: false,
    differences: null,
    returned: null,
    agreedOn: null,
    isUndecided: false,
    isSigned: false,
    isReserved: actions.length === 1 && /^reserved for/i.test(actions[0]?.description ?? ''),
    overriddenOn: null,
    isCarriedOver: false,
    planningOn: null,
    ending: null,
    stageOf: [],
  }
  const walk: Walk = {
    road,
    procedure,
    billCode: letters(billCode),
    second: index('second_chamber'),
    executive: index('executive'),
    last: procedure.stages.length - 1,
    isChangedInSecond: false,
    accepted: new Set(),
  }
  for (const action of actions) road.stageOf.push(apply(walk, action))
  return road
}

/** Applies an action. Returns the stage at which it happened. */
function apply(walk: Walk, action: RoadAction): StageId {
  const { road, procedure, second } = walk
  const body = bodyOf(procedure, action)
  const { acted_on } = action
  const stage = acted_on === null ? road.at : move(walk, { ...action, acted_on }, body)
  const shownStage = hasPassedFirst(walk) && body === second ? Math.max(stage, second) : stage
  return procedure.stages[Math.max(shownStage, 0)]?.stage ?? 'introduced'
}

function move(walk: Walk, action: DatedAction, body: number): number {
  const { acted_on: on, classification, description } = action
  const { road } = walk
  switch (classification) {
    case 'referred':
    case 'hearing':
    case 'markup':
      return inCommittee(walk, action, body)
    case 'reported':
    case 'discharged':
      return outOfCommittee(walk, action, body)
    case 'calendared':
      if (!hasPassedFirst(walk)) road.isOnCalendar = true
      else afterPassage(walk, description, body)
      return road.at
    case 'passed':
      return passed(walk, on, description, body)
    case 'amended':
      // A bill whose parts passed as another's may be kept, taken up or forgotten.
      if (isGivenAway(walk, description)) {
        road.isUndecided = true
        return road.at
      }
      walk.isChangedInSecond ||= hasPassedFirst(walk) && !hasPassedSecond(walk) && body === walk.second
      afterPassage(walk, description, body)
      return road.at
    case 'concurred':
      return concurred(walk, on, description, body)
    case 'differed':
      return differed(walk, action, body)
    case 'conference':
      if (!hasPassedSecond(walk) || !isBeforeExecutive(walk)) return road.at
      road.differences = 'both'
      road.returned = { on, label: 'Between the chambers' }
      return road.at
    case 'presented':
      agree(walk, on)
      return reach(walk, walk.executive, on)
    case 'signed':
    case 'law':
      return enacted(walk, action)
    case 'vetoed':
      return vetoed(walk, action)
    case 'overridden':
    case 'sustained':
      return voteOnVeto(walk, action, body)
    case 'reconsidered':
      if (road.ending?.kind === 'vote') road.ending = null
      // The question is before the body again, unless a committee reconsiders its own vote.
      if (!hasPassedFirst(walk) && !/\bin committee\b/i.test(description)) road.isOnCalendar = true
      return road.at
    case 'carried_over':
      road.isCarriedOver = true
      return road.at
    case 'failed':
    case 'withdrawn':
    case 'died':
    case 'tabled':
    case 'substituted':
      return stopped(walk, action, body)
    default:
      if (/city planning commission/i.test(description) && !hasPassedFirst(walk)) road.planningOn = on
      if (isSetAside.test(description)) road.isUndecided = true
      if (/\bheld at (the )?desk/i.test(description)) waitAtDesk(walk)
      afterPassage(walk, description, body)
      return road.at
  }
}

/** Returns true if an action puts parts of this bill into another one, and not those of another one into this bill. */
function isGivenAway({ billCode }: Walk, description: string): boolean {
  const other = partsTakenOver.exec(description)?.[1]
  return other !== undefined && letters(other) !== billCode
}

function letters(code: string): string {
  return code.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/** A chamber keeps the bill at its desk. Changes of which nothing is said then wait for nobody. */
function waitAtDesk({ road }: Walk): void {
  if (road.differences === null) return
  road.differences = null
  road.returned = null
  road.isUndecided = true
}

function inCommittee(
  walk: Walk,
  { classification, acted_on, description }: DatedAction,
  body: number,
): number {
  const { road } = walk
  if (hasPassedFirst(walk)) {
    afterPassage(walk, description, body)
    return road.at
  }
  if (/city planning commission/i.test(description)) road.planningOn = acted_on
  const { ending } = road
  reach(walk, 1, acted_on)
  if (classification === 'referred') road.isOnCalendar = false
  if (isSetAside.test(description)) road.isUndecided = true
  // A bill that was withdrawn or voted down does not live again because a committee is named.
  road.ending = ending?.kind === 'tabled' ? null : ending
  const isBack =
    classification === 'referred' &&
    road.committee !== null &&
    !['referred', 'heard'].includes(road.committee) &&
    !/sub-?committee/i.test(description)
  if (isBack) road.since.set(1, acted_on)
  if (isBack) road.isOnCalendar = false
  if (isBack || road.committee === null || road.committee === 'heard') {
    road.committee = classification === 'referred' ? 'referred' : (road.committee ?? 'heard')
  }
  return 1
}

function outOfCommittee(
  walk: Walk,
  { classification, acted_on, description }: DatedAction,
  body: number,
): number {
  const { road } = walk
  if (hasPassedFirst(walk)) {
    if (body === walk.second) road.isReportedInSecond = true
    afterPassage(walk, description, body)
    return road.at
  }
  // The report of a minority accompanies that of the committee.
  if (/^\W*(\w+\W+)?minority/i.test(description)) return road.at
  road.isSentOn = sentOn.test(description)
  const outcome = classification === 'discharged' ? 'discharged' : recommendationOf(description)
  const isFirst = road.committee === null || ['referred', 'heard'].includes(road.committee)
  reach(walk, 1, acted_on)
  // The label says what the committee did, so the day must be that of the report.
  if (isFirst || (outcome === 'for' && road.committee !== 'for')) {
    road.since.set(1, acted_on)
    road.committee = outcome
  }
  return 1
}

function passed(walk: Walk, on: string, description: string, body: number): number {
  const { road, second } = walk
  if (second < 0) return reach(walk, first, on)
  const next = hasPassedFirst(walk) && !hasPassedSecond(walk) ? second : first
  const stage = body >= first ? body : next
  const isRepeated = road.since.has(stage)
  const isChanged = withChanges.test(description) && !withoutChanges.test(description)
  reach(walk, stage, on)
  if (stage === second && !isRepeated) {
    road.differences = isChanged ? 'first' : null
    // In Maine and Massachusetts, both chambers still have to enact what they passed to be engrossed.
    road.isUndecided =
      !isChanged &&
      ((walk.isChangedInSecond && !withoutChanges.test(description)) ||
        /\bto be engrossed\b/i.test(description))
  } else if (hasPassedSecond(walk) && isBeforeExecutive(walk)) {
    const other = stage === first ? 'second' : 'first'
    road.differences = isChanged ? other : null
    road.returned = null
  }
  return stage
}

/** One chamber of Maine or Massachusetts enacted the bill, and the other has to do so too. */
const isEnactedByOne = /^enacted\.?$|\bto be enacted\b.*\bsent (down )?for concurrence/i

function concurred(walk: Walk, on: string, description: string, body: number): number {
  const { road, second } = walk
  if (second < 0) return hasPassedFirst(walk) ? sentToCongress(walk, on, description) : reach(walk, first, on)
  if (referredToPeople.test(description)) {
    agree(walk, on)
    // The voters decide in place of the governor.
    road.isUndecided = true
    return road.at
  }
  if (/conference|joint committee|final version/i.test(description) && body >= first) {
    walk.accepted.add(walk.procedure.stages[body]?.name ?? '')
    if (walk.accepted.size < 2) {
      road.isUndecided = !hasPassedSecond(walk)
      if (hasPassedSecond(walk)) road.differences = body === first ? 'second' : 'first'
      return road.at
    }
  }
  // In some states, the second chamber passes a bill by concurring in it.
  if (hasPassedFirst(walk) && !hasPassedSecond(walk) && body === second) {
    return passed(walk, on, description, body)
  }
  const isByBoth = /enroll|both|senate and house|house and senate|in concurrence/i.test(description)
  if (!hasPassedFirst(walk) && !isByBoth) return road.at
  agree(walk, on)
  const isFiled =
    /secretary of state/i.test(description) &&
    walk.procedure.stages[walk.last]?.stage === 'voters' &&
    walk.procedure.isNextKnown
  const stage = reach(walk, isFiled ? walk.last : second, on)
  road.isUndecided = isEnactedByOne.test(description)
  return stage
}

/** Congress reviews the acts of the District of Columbia. */
function sentToCongress(walk: Walk, on: string, description: string): number {
  const congress = walk.procedure.stages.findIndex(({ stage }) => stage === 'congress')
  return congress >= 0 && /to congress/i.test(description) ? reach(walk, congress, on) : walk.road.at
}

/** Returns the chamber to which the other one returns a bill with its changes, or null if the words do not say. */
function receiverOf({ procedure }: Walk, description: string): 'first' | 'second' | null {
  if (/^returned for concurrence/i.test(description)) return 'first'
  const name = /\breturned to (?:the )?(house|senate|assembly)\b/i.exec(description)?.[1]?.toLowerCase()
  if (name === undefined) return null
  const isFirstUpper = procedure.stages[first]?.name === 'Senate'
  return (name === 'senate') === isFirstUpper ? 'first' : 'second'
}

function differed(walk: Walk, { acted_on, description }: DatedAction, body: number): number {
  const { road, second, procedure } = walk
  if (!hasPassedSecond(walk) || !isBeforeExecutive(walk)) return road.at
  road.isUndecided = false
  const isSentBack =
    /agreed .*(amendments? with\b|with (an? )?(further )?(amendment|changes))|agree with (an? )?(further )?amendment|changes of its own|(receded?|concurred in) .*\bwith\b/i.test(
      description,
    )
  const isRefused =
    /disagree|dissent|refus|not? concur|non-?concur|fail|declined?\b|insist|reject|conference/i.test(
      description,
    )
  const actor = body === second ? 'second' : 'first'
  const ownChamber = receiverOf(walk, description) ?? actor
  const other = actor === 'first' ? 'second' : 'first'
  road.differences = isRefused ? 'both' : isSentBack ? other : ownChamber
  const name = procedure.stages[road.differences === 'second' ? second : first]?.name ?? ''
  const label = isSentBack ? `Sent back to the ${name} with changes` : `Back in the ${name}`
  road.returned = { on: acted_on, label: isRefused ? 'Between the chambers' : label }
  return road.at
}

/**
 * After both votes, an action of the first chamber leaves open whether it is done with the bill. So does a return to the
 * first chamber before the second has voted, or by the governor with changes.
 */
function afterPassage(walk: Walk, description: string, body: number): void {
  if (isReturned.test(description) && hasPassedFirst(walk)) walk.road.isUndecided = true
  if (!hasPassedSecond(walk) || !isBeforeExecutive(walk) || body !== first) return
  if (!isPaperwork.test(description)) walk.road.isUndecided = true
}
