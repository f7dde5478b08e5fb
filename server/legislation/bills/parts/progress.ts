import type { BillStatus } from '#contract/bills/billContent.ts'
import type { Progress, Stage, StageId } from '#contract/bills/progress.ts'
import { procedureOf, type MeasureFacts, type Procedure } from './measures.ts'
import { followRoad } from './road.ts'
import { endingLabel, nextStep, reachedLabel } from './roadLabels.ts'
import { first, type Road, type RoadAction } from './walk.ts'

type Facts = Omit<MeasureFacts, 'goesToExecutive' | 'firstChamber'> & {
  status: BillStatus
  created_at: string
}

/** Where a bill is: the stage, and whether dated actions or only the status of the source show it. */
type Position = { at: number; isClaimed: boolean; isCertain: boolean }

/**
 * Computes how far a bill has come in its procedure. Only actions with a date complete a stage. The status is the limit,
 * because the rules that derive it are tested against the bills of whole states: if the words of an action seem to say
 * more, the stages stop at the status, and nothing is said about what comes next. If the status says more than the dated
 * actions, its stage is named with the words "according to the source".
 */
export function progressOf(
  facts: Facts,
  actions: readonly RoadAction[],
): { progress: Progress; stageOf: StageId[] } {
  const procedure = procedureOf({
    ...facts,
    goesToExecutive: actions.some(
      ({ classification, acted_on }) =>
        acted_on !== null && ['presented', 'signed', 'vetoed'].includes(classification),
    ),
    firstChamber: actions.find(({ chamber }) => chamber !== null)?.chamber ?? null,
  })
  const road = followRoad(procedure, actions, {
    introducedOn: facts.created_at.slice(0, 10),
    billCode: facts.bill_code,
  })
  const position = positionOf(procedure, road, facts.status)
  const stages = stagesOf(procedure, road, position, facts.status)
  // The status says that something happened, and no action says what.
  const isUnclear = road.at === 0 && facts.status !== 'introduced' && !road.isOnCalendar
  const isOpen = facts.status !== 'rejected' && !isUnclear && stages.some(({ state }) => state === 'current')
  const next = isOpen && position.isCertain ? nextStep(procedure, road) : null
  return { progress: { measure_type: procedure.measure_type, stages, next }, stageOf: road.stageOf }
}

/** A position that only the status of the source shows. */
function claimedPosition(at: number): Position {
  return { at, isClaimed: true, isCertain: false }
}

/** Returns the last stage that the legislature itself decides on, or the law. */
function decisionOf({ stages }: Procedure): number {
  const last = stages.length - 1
  return stages[last]?.stage === 'voters' || stages[last]?.stage === 'states' ? last - 1 : last
}

/** Returns the stage of the body that votes last. */
function lastBodyOf({ stages }: Procedure): number {
  return stages.findLastIndex(({ stage }) =>
    ['second_chamber', 'chamber', 'council', 'legislature'].includes(stage),
  )
}

/** Returns true if nobody signs what the council passes so that its vote makes the law. */
function isLawByCouncil({ stages }: Procedure): boolean {
  return stages.at(-1)?.stage === 'law' && stages.at(-2)?.stage === 'council'
}

function positionOf(procedure: Procedure, road: Road, status: BillStatus): Position {
  const decision = decisionOf(procedure)
  const certain = (at: number): Position => ({ at, isClaimed: false, isCertain: at === road.at })
  switch (status) {
    case 'passed':
      if (road.at === decision - 1 && isLawByCouncil(procedure)) {
        return { at: decision, isClaimed: false, isCertain: true }
      }
      if (road.at >= decision) return certain(road.at)
      // A source can call a measure passed when its last chamber or its council has passed it.
      return road.at >= lastBodyOf(procedure)
        ? { at: road.at, isClaimed: false, isCertain: false }
        : claimedPosition(decision)
    case 'rejected':
      return certain(road.ending?.stage ?? road.at)
    case 'engrossed':
      if (road.at < first) return claimedPosition(first)
      // The second chamber passed what the first did not.
      return road.since.has(first) || !road.since.has(road.at)
        ? certain(first)
        : { at: road.at, isClaimed: false, isCertain: false }
    case 'introduced':
    case 'active':
      return certain(Math.min(road.at, 1))
    default:
      return certain(procedure.stages[decision]?.stage === 'law' ? Math.min(road.at, decision - 1) : road.at)
  }
}

function stagesOf(procedure: Procedure, road: Road, position: Position, status: BillStatus): Stage[] {
  const { at, isClaimed } = position
  // A replaced bill is over, even if the source has no status for that.
  const isOver = status === 'rejected' || (road.ending?.kind === 'substituted' && position.isCertain)
  const decision = decisionOf(procedure)
  const stages = procedure.stages.map(({ stage, name }, index): Stage => {
    const since = sinceOf(procedure, road, index)
    if (index > at) return { stage, state: 'upcoming', since: null, label: name }
    if (index < at) {
      return since === null
        ? { stage, state: 'skipped', since: null, label: stage === 'committee' ? 'No committee' : name }
        : { stage, state: 'completed', since, label: reachedLabel(procedure, index, road) }
    }
    if (isOver) {
      const { ending } = road
      const label = ending === null ? 'Ended, according to the source' : endingLabel(procedure, ending)
      return { stage, state: 'failed', since: ending?.on ?? null, label }
    }
    if (isClaimed) return { stage, state: 'current', since: null, label: claimOf(status) }
    const isDone =
      status === 'passed' &&
      road.differences === null &&
      index === decision &&
      decision === procedure.stages.length - 1
    const label = reachedLabel(procedure, index, road)
    return { stage, state: isDone ? 'completed' : 'current', since, label: carried(label, road) }
  })
  if (isOver) return stages.slice(0, at + 1)
  if (road.differences !== null && position.isCertain) {
    const second = stages.findIndex(({ stage }) => stage === 'second_chamber')
    const { returned } = road
    stages.splice(second + 1, 0, {
      stage: 'differences',
      state: returned ? 'current' : 'upcoming',
      since: returned?.on ?? null,
      label: returned?.label ?? returnOf(procedure, road),
    })
    if (returned) {
      return stages.map((stage, index) => (index === second ? { ...stage, state: 'completed' } : stage))
    }
  }
  return stages
}

function sinceOf(procedure: Procedure, road: Road, index: number): string | null {
  const since = road.since.get(index)
  if (since !== undefined) return since
  if (procedure.stages[index]?.stage === 'second_chamber') return road.agreedOn
  return index === decisionOf(procedure) && isLawByCouncil(procedure)
    ? (road.since.get(index - 1) ?? null)
    : null
}

function claimOf(status: BillStatus): string {
  return status === 'engrossed'
    ? 'Passed one chamber, according to the source'
    : 'Passed, according to the source'
}

function carried(label: string, { isCarriedOver, at }: Road): string {
  return isCarriedOver && at <= first ? `${label}, carried over` : label
}

function returnOf({ stages }: Procedure, { differences }: Road): string {
  if (differences === 'both') return 'Between the chambers'
  const index = differences === 'first' ? first : stages.findIndex(({ stage }) => stage === 'second_chamber')
  return `Back to the ${stages[index]?.name ?? ''}`
}
