import type { BillStatus } from '../../../contract/rules/bills/billContent.ts'
import type { ActionClass, Progress, Stage, StageId } from '../../../contract/rules/bills/billParts.ts'
import { procedureOf, type MeasureFacts, type Procedure } from './measures.ts'

type Action = {
  acted_on: string | null
  chamber: string | null
  description: string
  classification: ActionClass
}
type Facts = Omit<MeasureFacts, 'goesToExecutive' | 'firstChamber'> & {
  status: BillStatus
  created_at: string
}

/** The way in which a bill ended without success. */
type Ending = { stage: number; on: string | null; label: string }

/** The information in the actions, before the status is considered. */
type Scan = {
  /** The day on which each stage was reached. Undefined if the actions don't show it. */
  since: (string | null | undefined)[]
  wasReported: boolean
  isAmendedBySecond: boolean
  ending: Ending | null
  /** The stage of each action, by its position. */
  stageOf: StageId[]
}

const closing: ReadonlySet<ActionClass> = new Set(['failed', 'withdrawn', 'died', 'tabled', 'vetoed'])

/**
 * Computes how far a bill has come in its procedure. The status decides, because the rules that derive it are tested
 * against the bills of whole states. The actions add the days and the steps within a stage.
 */
export function progressOf(
  facts: Facts,
  actions: readonly Action[],
): { progress: Progress; stageOf: StageId[] } {
  const procedure = procedureOf({
    ...facts,
    goesToExecutive: actions.some(({ classification }) =>
      ['presented', 'signed', 'vetoed'].includes(classification),
    ),
    firstChamber: actions.find(({ chamber }) => chamber !== null)?.chamber ?? null,
  })
  const scan = scanActions(procedure, actions, facts.created_at.slice(0, 10))
  const reached = reachedStage(procedure, scan, facts.status)
  const stages = stagesOf(procedure, scan, reached, facts)
  const next = facts.status === 'rejected' ? null : nextStep(procedure, scan, reached)
  return { progress: { measure_type: procedure.measure_type, stages, next }, stageOf: scan.stageOf }
}

function scanActions(procedure: Procedure, actions: readonly Action[], introducedOn: string): Scan {
  const index = (id: StageId) => procedure.stages.findIndex(({ stage }) => stage === id)
  const [first, second] = chamberStages(procedure)
  const executive = index('executive')
  const scan: Scan = {
    since: [introducedOn],
    wasReported: false,
    isAmendedBySecond: false,
    ending: null,
    stageOf: [],
  }
  let at = 0
  const reach = (stage: number, on: string | null) => {
    if (stage < 0) return
    scan.since[stage] ??= on
    at = Math.max(at, stage)
    scan.ending = null
  }
  for (const action of actions) {
    const { acted_on, chamber, classification, description } = action
    const passedFirst = at >= first
    const isSecond = second >= 0 && chamber === procedure.stages[second]?.name
    let where = isSecond && passedFirst ? second : at
    switch (classification) {
      case 'referred':
      case 'hearing':
      case 'markup':
        if (!passedFirst) reach(1, acted_on)
        where = passedFirst ? where : 1
        break
      case 'reported':
        if (!passedFirst) {
          reach(1, acted_on)
          // The label says that the committee approved the bill, so the day must be that of the approval.
          if (!scan.wasReported && acted_on !== null) scan.since[1] = acted_on
          scan.wasReported = true
          where = 1
        }
        break
      case 'passed': {
        const isOther = second >= 0 && passedFirst && (isSecond || (chamber === null && at >= first))
        where = isOther ? second : first
        reach(where, acted_on)
        if (isOther) {
          scan.isAmendedBySecond = /\bamend/i.test(description) && !/without amendment/i.test(description)
        }
        break
      }
      case 'concurred':
        scan.isAmendedBySecond = false
        if (second >= 0 && passedFirst) reach(second, acted_on)
        where = at
        break
      case 'presented':
      case 'signed':
      case 'law':
        scan.isAmendedBySecond = false
        if (classification !== 'presented' || executive >= 0) {
          reach(classification === 'law' ? procedure.stages.length - 1 : executive, acted_on)
        }
        where = at
        break
      default:
        if (!passedFirst && classification === 'calendared') where = Math.max(at, 1)
    }
    if (closing.has(classification)) {
      const stage =
        classification === 'vetoed' && executive >= 0
          ? executive
          : failedAt(procedure, at, classification, isSecond)
      scan.ending = { stage, on: acted_on, label: endingLabel(procedure, stage, classification) }
      where = stage
    }
    scan.stageOf.push(procedure.stages[Math.max(where, 0)]?.stage ?? 'introduced')
  }
  return scan
}

/** Returns the indexes of the stages in which the first and the second body vote. The second is -1 if there is only one. */
function chamberStages(procedure: Procedure): [number, number] {
  return [2, procedure.stages.findIndex(({ stage }) => stage === 'second_chamber')]
}

/**
 * Returns the stage at which a bill failed. If a whole chamber voted the bill down, it is that chamber's stage.
 * Otherwise it is the stage where the bill was.
 */
function failedAt(procedure: Procedure, at: number, classification: ActionClass, isSecond: boolean): number {
  const [first, second] = chamberStages(procedure)
  if (isSecond && at >= first) return second
  return classification === 'failed' && at < first ? first : at
}

function endingLabel(procedure: Procedure, stage: number, classification: ActionClass): string {
  const { stage: id, name } = procedure.stages[stage] ?? { stage: 'introduced', name: 'Introduced' }
  const place =
    id === 'introduced'
      ? 'before a committee took it up'
      : id === 'committee'
        ? 'in committee'
        : `in the ${name}`
  if (classification === 'vetoed') return `Vetoed by the ${name}`
  if (classification === 'withdrawn') return 'Withdrawn'
  return classification === 'failed' ? `Failed ${place}` : `Died ${place}`
}

/**
 * Returns the stage that the bill has reached. The status sets the limits, and the actions decide within these limits.
 */
function reachedStage(procedure: Procedure, scan: Scan, status: BillStatus): number {
  const last = procedure.stages.length - 1
  const [first, second] = chamberStages(procedure)
  const seen = scan.since.length - 1
  switch (status) {
    case 'passed':
      return last
    case 'rejected':
      return scan.ending?.stage ?? seen
    case 'engrossed':
      return first
    case 'active':
      return 1
    case 'introduced':
      return Math.min(seen, 1)
    default:
      return seen >= (second >= 0 ? second : first) ? Math.min(seen, last) : Math.min(seen, 1)
  }
}

function stagesOf(procedure: Procedure, scan: Scan, reached: number, { status }: Facts): Stage[] {
  const isOver = status === 'rejected'
  const stages = procedure.stages.map(({ stage, name }, index): Stage => {
    const since = scan.since[index]
    if (index > reached) return { stage, state: 'upcoming', since: null, label: name }
    const label = reachedLabel(procedure, index, scan)
    if (index < reached) {
      const isSkipped = stage === 'committee' && since === undefined
      return {
        stage,
        state: isSkipped ? 'skipped' : 'completed',
        since: since ?? null,
        label: isSkipped ? 'No committee' : label,
      }
    }
    if (isOver) {
      const ending = scan.ending ?? { on: since ?? null, label: 'Not moving forward' }
      return { stage, state: 'failed', since: ending.on, label: ending.label }
    }
    return { stage, state: status === 'passed' ? 'completed' : 'current', since: since ?? null, label }
  })
  if (isOver) return stages.slice(0, reached + 1)
  const [first, second] = chamberStages(procedure)
  if (scan.isAmendedBySecond && reached === second) {
    const name = `Back to the ${procedure.stages[first]?.name ?? ''}`
    stages.splice(second + 1, 0, { stage: 'differences', state: 'upcoming', since: null, label: name })
  }
  return stages
}

function reachedLabel(procedure: Procedure, index: number, { wasReported }: Scan): string {
  const { stage, name } = procedure.stages[index] ?? { stage: 'introduced', name: '' }
  switch (stage) {
    case 'introduced':
      return 'Introduced'
    case 'committee':
      return wasReported ? 'Approved in committee' : 'In committee'
    case 'executive':
      return `Sent to the ${name}`
    case 'law':
      return 'Became law'
    case 'states':
      return 'Sent to the states'
    case 'voters':
      return 'Sent to the voters'
    case 'congress':
      return 'With Congress'
    default:
      return `${['concurrent_resolution', 'simple_resolution', 'council_resolution'].includes(procedure.measure_type) ? 'Adopted by' : 'Passed'} the ${name}`
  }
}

function nextStep(procedure: Procedure, scan: Scan, reached: number): string | null {
  const [first, second] = chamberStages(procedure)
  const following = procedure.stages[reached + 1]
  if (!following) return null
  if (reached === 0) return 'a committee'
  const origin = procedure.stages[first]?.name ?? ''
  if (reached === 1) return scan.wasReported ? `a vote in the ${origin}` : 'a committee vote'
  if (reached === second && scan.isAmendedBySecond) return `back to the ${origin}, which votes on the changes`
  if (following.stage === 'law') return `the ${procedure.stages[reached]?.name ?? ''}'s signature`
  return `the ${following.name}`
}
