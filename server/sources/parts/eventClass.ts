import type { ActionClass } from '#contract/bills/progress.ts'
import type { StateEvent } from '#server/sources/status/stateActions.ts'
import type { FederalEvent } from '#server/sources/status/statusFederal.ts'

const stops: ReadonlySet<ActionClass> = new Set([
  'failed',
  'withdrawn',
  'died',
  'tabled',
  'substituted',
  'sustained',
])
/** The classes that move a bill to another stage or end it. */
const decisive: ReadonlySet<ActionClass> = new Set([
  ...stops,
  'passed',
  'signed',
  'vetoed',
  'overridden',
  'law',
])

/**
 * Returns the class of an action of a state, given what the action means for the bill's status. The status is derived by
 * rules for each state, so they decide whether an action moves or ends the bill, and the class says how.
 */
export function classOfEvent(byWords: ActionClass, event: StateEvent, text: string): ActionClass {
  switch (event) {
    case 'law':
      return byWords === 'signed' ? 'signed' : 'law'
    case 'veto':
      return 'vetoed'
    case 'override':
      return 'overridden'
    case 'failure':
      return stopOf(byWords, text)
    case 'passage':
      return 'passed'
    case 'both':
      // In the District of Columbia, Congress reviews what the mayor signed or did not veto.
      if (byWords === 'signed' && /\bmayor\b|\bact number\b/i.test(text)) return 'signed'
      if (/^enacted with act number|without (the )?mayor.s signature/i.test(text)) return 'signed'
      return byWords === 'presented' ? 'presented' : 'concurred'
    case 'undone':
      return 'reconsidered'
    case 'deferral':
      return decisive.has(byWords) ? 'tabled' : byWords
    default:
      return withoutDecision(byWords)
  }
}

/** Returns the class of an action of Congress, given what the action means for the status of the measure. */
export function classOfFederalEvent(byWords: ActionClass, event: FederalEvent, text: string): ActionClass {
  switch (event) {
    case 'law':
      return 'law'
    case 'veto':
      return 'vetoed'
    case 'override':
      return 'overridden'
    case 'failure':
      return stopOf(byWords, text)
    case 'House':
    case 'Senate':
      return 'passed'
    case 'both':
      return byWords === 'differed' ? 'differed' : 'concurred'
    case 'presented':
      return byWords === 'signed' ? 'signed' : 'presented'
    default:
      return withoutDecision(byWords)
  }
}

function stopOf(byWords: ActionClass, text: string): ActionClass {
  if (stops.has(byWords)) return byWords
  if (/\btable\b.*\bagreed|\b(lay|laid)\b.*\btable\b/i.test(text)) return 'tabled'
  return /\bfail|not (agreed|adopted|passed)|rejected|defeated|\blost\b/i.test(text) ? 'failed' : 'died'
}

/** Returns the class of an action that neither moves nor ends a bill, whatever its words seem to say. */
function withoutDecision(byWords: ActionClass): ActionClass {
  if (byWords === 'substituted' || byWords === 'sustained') return byWords
  if (byWords === 'concurred') return 'amended'
  return decisive.has(byWords) ? 'other' : byWords
}
