import type { MeasureType } from '#contract/bills/progress.ts'
import type { Procedure } from './measures.ts'
import { first, type Ending, type Road } from './walk.ts'

const decided: Partial<Record<MeasureType, string>> = {
  concurrent_resolution: 'Adopted by',
  resolution: 'Adopted by',
  proclamation: 'Adopted by',
  land_use: 'Approved by',
  appointment: 'Confirmed by',
}

const committeeLabels: Readonly<Record<NonNullable<Road['committee']>, string>> = {
  referred: 'Sent to committee',
  heard: 'Taken up in committee',
  for: 'Approved in committee',
  against: 'Reported by committee, against the bill',
  none: 'Reported by committee, without a recommendation',
  discharged: 'Discharged from committee',
}

/** Returns what happened at a stage that the bill has reached. It says no more than the actions show. */
export function reachedLabel({ measure_type, stages }: Procedure, index: number, road: Road): string {
  const { stage, name } = stages[index] ?? { stage: 'introduced', name: '' }
  switch (stage) {
    case 'introduced':
      return road.isReserved ? 'Number reserved' : 'Introduced'
    case 'committee':
      if (road.planningOn !== null) return 'Sent to the City Planning Commission'
      return committeeLabels[road.committee ?? 'referred']
    case 'executive':
      if (road.overriddenOn !== null) return `Vetoed by the ${name}; the veto was overridden`
      return road.isSigned ? `Signed by the ${name}` : `Sent to the ${name}`
    case 'law':
      return 'Became law'
    case 'states':
      return 'Sent to the states'
    case 'voters':
      return 'Sent to the voters'
    case 'congress':
      return 'Sent to Congress'
    case 'second_chamber':
      if (road.agreedOn !== null) return 'Both chambers agreed'
  }
  // A joint resolution that does not go to the governor states an opinion.
  const isOpinion = measure_type === 'joint_resolution' && stages.at(-1)?.stage !== 'law'
  return `${isOpinion ? 'Adopted by' : (decided[measure_type] ?? 'Passed')} the ${name}`
}

/** Returns how a bill stopped, such as "Vetoed by the President; the House did not override it". */
export function endingLabel({ measure_type, stages }: Procedure, ending: Ending): string {
  const isBill = measure_type === 'bill'
  const { stage, name } = stages[ending.stage] ?? { stage: 'introduced', name: 'Introduced' }
  if (ending.kind === 'veto') {
    const isCouncil = stages[first]?.stage === 'council'
    return vetoLabel(stage === 'executive' ? name : isCouncil ? 'Mayor' : 'Governor', ending)
  }
  if (ending.kind === 'withdrawn') return 'Withdrawn'
  if (ending.kind === 'substituted') return `Replaced by another ${isBill ? 'bill' : 'measure'}`
  if (ending.isInConference) return 'Died in conference'
  const place =
    stage === 'introduced'
      ? `in the ${stages[first]?.name ?? ''}`
      : stage === 'committee'
        ? 'in committee'
        : stage === 'executive'
          ? `after it was sent to the ${name}`
          : `in the ${ending.body ?? name}`
  return `${{ vote: 'Failed', died: 'Died', tabled: 'Tabled' }[ending.kind]} ${place}`
}

function vetoLabel(executive: string, { isPocket, overriddenBy, sustainedBy }: Ending): string {
  const veto = `Vetoed by the ${executive}${isPocket ? ' (pocket veto)' : ''}`
  const [body] = sustainedBy
  if (body === 'legislature') return `${veto}; the veto was not overridden`
  if (body !== undefined) return `${veto}; the ${body} did not override it`
  const [overrode] = overriddenBy
  return overrode === undefined || overrode === 'legislature'
    ? veto
    : `${veto}; the ${overrode} voted to override it`
}

/** Returns the next stage as the end of a sentence, or null if the record does not decide it. */
export function nextStep(procedure: Procedure, road: Road): string | null {
  const { stages } = procedure
  const { at } = road
  const name = (index: number) => stages[index]?.name ?? ''
  const second = stages.findIndex(({ stage }) => stage === 'second_chamber')
  const following = stages[at + 1]
  if (road.differences === 'both') return 'an agreement of both chambers on the same text'
  if (road.differences !== null) {
    const body = name(road.differences === 'first' ? first : second)
    return road.returned
      ? `the ${body}'s vote on the changes`
      : `back to the ${body}, which votes on the changes`
  }
  if (!following || road.isUndecided || road.ending !== null) return null
  if (at === 0) {
    if (road.isOnCalendar) return `a vote in the ${name(first)}`
    return following.stage === 'committee' && stages[first]?.stage !== 'council' ? 'a committee' : null
  }
  if (at === 1) return afterCommittee(procedure, road)
  if (at === first && second > 0) {
    return road.isReportedInSecond || road.isOnCalendar
      ? `a vote in the ${name(second)}`
      : `the ${name(second)}`
  }
  if (following.stage === 'law') {
    return stages[at]?.stage === 'executive' ? `the ${name(at)}'s decision` : null
  }
  if (!procedure.isNextKnown) return null
  return following.stage === 'congress'
    ? 'Congress'
    : `the ${following.name.replace(/^(States|Voters)$/, (word) => word.toLowerCase())}`
}

function afterCommittee({ stages }: Procedure, road: Road): string | null {
  const vote = `a vote in the ${stages[first]?.name ?? ''}`
  if (road.isOnCalendar || road.planningOn !== null) return vote
  if (road.isSentOn || road.committee === 'referred' || road.committee === 'heard') return 'a committee vote'
  // A report against a bill often ends it, and sometimes the chamber votes all the same.
  return road.committee === 'against' ? null : vote
}
