import type { ActionClass } from '#contract/bills/progress.ts'
import { agree, first, hasPassedFirst, reach, type DatedAction, type EndingKind, type Walk } from './walk.ts'

const endings: Partial<Record<ActionClass, EndingKind>> = {
  failed: 'vote',
  withdrawn: 'withdrawn',
  died: 'died',
  tabled: 'tabled',
  substituted: 'substituted',
}

/** A committee stopped it, or it died in one that is named ("Died in Rules"), and not in a chamber or between both. */
const isOfCommittee =
  /\bby (the )?(sub-?)?committee|in committee|\b(died|failed|defeated|tabled|lost|left) in (?!(the )?(house|senate|assembly|chamber|conference|process|returning|messages|concurrence|final|third)\b)\w|\b(died|failed|defeated) in (?!.*conference).*\bcommittee\b/i

/** New Hampshire and Maine put a report against a bill to a vote of the chamber. */
const isFloorMotion = /: ma\b|, ma\b|ought not to pass.*\baccepted\b/i

export function enacted(walk: Walk, { classification, description, acted_on }: DatedAction): number {
  const { road, procedure, executive, last } = walk
  agree(walk, acted_on)
  const isUnsigned = /unsigned|without (\w+ )?(\w+.s )?signature|^enacted with act number/i.test(description)
  const isSigned =
    !isUnsigned && (classification === 'signed' || /\bsigned\b|\bapproved\b/i.test(description))
  if (isSigned && executive >= 0) {
    reach(walk, executive, acted_on)
    road.since.set(executive, acted_on)
    road.isSigned = true
  } else if (classification === 'signed') {
    reach(walk, executive, acted_on)
  }
  const lastStage = procedure.stages[last]?.stage
  // An amendment to a constitution that is chaptered goes to the voters.
  if (lastStage === 'voters' && hasPassedFirst(walk)) {
    return procedure.isNextKnown ? reach(walk, last, acted_on) : road.at
  }
  if (lastStage !== 'law') return road.at
  const needsCongress = procedure.stages.some(({ stage }) => stage === 'congress')
  return classification === 'law' || !needsCongress ? reach(walk, last, acted_on) : road.at
}

/** Ends the road at a stage, until a later vote moves the bill again. */
function end(walk: Walk, kind: EndingKind, on: string, stage: number, description: string): number {
  const { road } = walk
  if (kind === 'veto') agree(walk, on)
  road.at = Math.max(road.at, stage)
  road.ending = {
    kind,
    stage,
    on,
    isPocket: /pocket|bolsillo/i.test(description),
    isInConference: kind === 'died' && /\bin conference\b|\bconference committee\b/i.test(description),
    overriddenBy: [],
    sustainedBy: [],
  }
  return stage
}

export function voteOnVeto(
  walk: Walk,
  { classification, description, acted_on }: DatedAction,
  body: number,
): number {
  const { road, procedure, second, executive, last } = walk
  const veto = road.ending?.kind === 'veto' ? road.ending : null
  if (!veto) return road.at
  const word = /\b(house|senate|assembly|council|legislature)\b/i.exec(description)?.[1]?.toLowerCase()
  const byWord = procedure.stages.find(({ name }) => name.toLowerCase() === word)?.name
  const isByBoth = /\b(in|by) (the )?legislature\b|joint session/i.test(description)
  const name = isByBoth ? 'legislature' : (procedure.stages[body]?.name ?? byWord ?? 'legislature')
  const voted = classification === 'sustained' ? veto.sustainedBy : veto.overriddenBy
  if (!voted.includes(name)) voted.push(name)
  const isOverridden =
    veto.overriddenBy.length > (second < 0 || isByBoth || /\bboth\b/i.test(description) ? 0 : 1)
  if (!isOverridden) return veto.stage
  road.since.set(executive, veto.on)
  road.overriddenOn = acted_on
  if (procedure.stages[last]?.stage !== 'law') return road.at
  const needsCongress = procedure.stages.some(({ stage }) => stage === 'congress')
  return reach(walk, needsCongress ? executive : last, acted_on)
}

export function stopped(
  walk: Walk,
  { classification, description, acted_on }: DatedAction,
  body: number,
): number {
  const { road, procedure, second, last } = walk
  const kind = endings[classification] ?? 'died'
  // What fails after a veto is the attempt to override it, and a law cannot fail.
  if (road.ending?.kind === 'veto' || (road.since.has(last) && last > first)) return road.at
  // What is over is then filed, laid on the table or withdrawn.
  const { ending } = road
  const isFiled =
    (/^(died|tabled)$/.test(kind) && /^(vote|substituted)$/.test(ending?.kind ?? '')) ||
    (kind === 'died' && ending?.kind === 'died') ||
    (kind === 'withdrawn' && ending?.kind === 'substituted')
  if (isFiled) return ending?.stage ?? road.at
  const isInCommittee = isOfCommittee.test(description)
  // What a committee has reported is stopped by its chamber.
  const isOnFloor = road.isOnCalendar || /^(for|none|discharged)$/.test(road.committee ?? '')
  const isVote =
    (/^(vote|died|tabled)$/.test(kind) && !isInCommittee && (kind === 'vote' || isOnFloor)) ||
    isFloorMotion.test(description)
  const place = isVote && !hasPassedFirst(walk) ? first : road.at
  const stage = second >= 0 && hasPassedFirst(walk) && body === second ? second : place
  const { at } = road
  end(walk, kind, acted_on, stage, description)
  road.at = at
  // A bill can end in its first chamber after the second one has passed it.
  if (road.ending && stage === second && body === first) road.ending.body = procedure.stages[first]?.name
  return stage
}

export function vetoed(walk: Walk, { acted_on, description }: DatedAction): number {
  const stage = walk.executive >= 0 ? walk.executive : walk.road.at
  return end(walk, 'veto', acted_on, stage, description)
}
