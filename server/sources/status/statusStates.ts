import type { BillStatus } from '#contract/bills/billContent.ts'
import { referredToPeople } from '#server/sources/parts/actionClass.ts'
import { tableEvent, type StateEvent } from './stateActions.ts'

/**
 * An action of a state legislature. `body` is the body that acted: upper, lower, legislature (Nebraska) or executive.
 */
export type StateAction = { text: string; classes: readonly string[]; body: string }

/** The approvals that a measure needs before it is law or adopted. */
export type StateMeasure = {
  /** The postal code of the state in lower case. */
  state: string
  /** True for a bill or joint resolution, which goes to the governor. A resolution is finished when it is adopted. */
  isBill: boolean
  /** True for a resolution of one chamber (HR 12) and for a legislature with one chamber. */
  oneChamber: boolean
  /** True for an emergency act of the District of Columbia, which Congress does not review. */
  isEmergencyAct?: boolean
}

const lineItem = /line[- ]?item|line veto|partial(ly)? veto|reduction veto|\bitem (veto|passed)/i
const signed =
  /\b(signed|approved) by (the )?governor|governor (has )?(signed|approved)|^chaptered|chapter \d+,? (\d+ laws|statutes)|assigned (pa|public act|chapter|act)\b|^(public )?act (no\.? ?)?[\d. -]+|^public (act|chapter|law)\b|became law|become law without|(law|filed) without (the )?(governor.s )?signature|^effective (date|on|immediately|\d)|^signed$/i
const vetoed =
  /(vetoed|\bdisapproved) by (the )?governor|governor disapproved|returned by the governor,? (together )?with (his |her )?objections|governor (amendatory |pocket )?veto(ed)?\b|pocket veto(ed)?\b|^vetoed|returned (by|from) (the )?governor without (his |her )?approval/i
const vetoTalk =
  /consideration of governor.s veto|calendar: governor.s veto|veto (message|sustained|received|stands)|pending|override/i
const overridden =
  /notwithstanding (the )?(objections|(gov\S* )?veto)|veto (was |is )?(overrid(d?en|es)|not sustained)\b|overrid(e|den|ing)\b.*(passed|agreed|adopted|prevailed)|voted to override .*veto|passed over (the )?(governor.s )?veto/i
const aboutPart =
  /\bamendments?\b|\bsubstitute|\bmotions?\b|point of order|\b(am|fa|mo|sa|ha)\d+|urgency clause|emergency clause (failed|lost)|previous question|\btitle\b|\breconsider|roll call demanded|hearing|call of the house|recommendation|report of|objection/i
const failedText =
  /^failed\b(?!( to)? concur)|\bfailed (introduction|passage|to pass|final)|\b(third|3rd|final) reading,? failed|introduction:failed|reading:failed|\bbill (has )?failed|\blost\b|\bdefeated\b|\bdied\b|indefinitely postponed|postponed indefinitely|without further action|not adopted|(^|\bwas )not passed\b|no report prior to|inexpedient to legislate|sine die|laid on (the )?table(?! subject)|did not (consider for (introduction|cow))|cow:failed|no further action|\btabled\b(?! by)|bill stricken|stricken from|killed|unfavorable report|refused passage/i
const withdrawnText =
  /^(bill |measure |resolution )?withdrawn( by (the )?(sponsor|author|introducer)| \([hs]\))?\.?$|(withdrawn|tabled) by (the )?(sponsor|author|introducer)|withdrawn (pursuant|prior to introduction|from (further )?consideration)|withdrawn at (the )?(request of (the )?)?(sponsor|author|introducer)|bill withdrawn/i
const bothText =
  /passed both houses|adopted both houses|as (passed|adopted) by (the )?(senate and house|house and senate|both)|(house|senate|assembly) (has )?(concurred|concurs)( in|$|\W*\d|\.$)|(house|senate|assembly) concurs \d|concur:passed|^concurred in (the )?(amend|(house|senate) amend)|(adopted|passed)( bill)? in concurrence(?! with proposal)|adopted in concurrence|amendments? concurred in|\bconf(erence)? (com(mittee)? )?report( \d+:?)? (received and )?(adopted|agreed to)|report of (the )?committee of conference (was )?adopted|adopt(ed|s) (the )?conf(erence|\.) comm(ittee|\.) report|substitute .*concurred in|enrolled|enrolling|(presented|sent|delivered|transmit(ted)?|forwarded) to (the )?(governor|secretary of state)|ordered delivered to governor|signed (sea|hea|sej|hej|in the (house|senate))|assigned number|(president|speaker)(\/speaker)? signed|filed with (the )?secretary of state|^law$/i
const pendingConcurrence =
  /concurrence in .* pending|for concurrence|calendar order of concurrence|desk.? - concurrence|motion to concur|refuses to concur|not concurred|non-?concur/i
const passedText =
  /third reading.*\b(passed|adopted)\b|(?<!(2nd|second) )reading:passed|\bpassed (final|the (house|senate|assembly)|(by )?(the )?(house|senate|assembly)|third reading)|^passed\b(?! (to|over|temporarily))|resolution adopted|^(read( and| &|\.) )?adopted\b|adopted (by|pursuant|per|and to)|read and adopted|^(house|senate) (passed|adopted)|be adopted|passage reported|app(oin)?t(ment)? confirmed|do consent passed|advi[cs]e and consent|^confirmed\b/i
const passedThird =
  /\bread (a |the )?(third|3rd) time( and| &|\.)? (passed|adopted)\b|^third reading[^;:]*[,-] ?(passed|adopted)\b/i
const notPassage =
  /passed over|passed to |passed (on )?(first|second|1st|2nd) (reading|consideration)(?! (and|&) (third|3rd))|rules suspended|messaged|motion|amendment|advanced to|recommend|do pass|committee|reported|calendar|objection/i
const undoneText =
  /vote (on|by which) .*reconsidered|reconsidered (the )?vote|^((decision|vote|action|bill|house|senate|assembly) )?reconsidered\b|third reading reconsidered|reconsideration (granted|prevailed)|motion to reconsider(?!.*\b(amendment|table))\b.*\b(prevail(s|ed)|adopted|passed|agreed|carried)/i
const ownBusiness =
  /^provisions\/portions|statement(\(s\))? of vote|reason for vote|co-?(author|sponsor)|name added|chief .*sponsor/i
const byHouse =
  /\b((?<!proposed )by (the )?(house|assembly)|por (la )?cámara)\b|^house message: house|^house (passed|adopted|passage|concur|third reading|read and)|^\(h\)|^house\/|passed (house|assembly|h\.)|passed\/h/i
const bySenate =
  /\b((?<!proposed )by (the )?senate|por (el )?senado)\b|^senate message: senate|^senate (passed|adopted|passage|concur|third reading|read and)|^\(s\)|^senate\/|passed (senate|s\.)|passed\/s/i
const workText =
  /\bdo pass|do (not )?adopt|\breported\b|report(s|ed)? (favorabl|progress)|second reading|third reading|read (a |the )?(second|third)|2nd reading|3rd reading|placed on|\bcalendar\b|general (file|orders)|advanced to|executive action taken|public hearing in|hearing held|heard|amend|substitute|recommend|from committee|favorabl|engross|discharge|work session|cow:|committee of the whole|in committee: set|suspense file|passed to rules/i
const notWork =
  /set for hearing|may be (heard|acted)|notice of hearing|hearing (scheduled|cancel|postponed)|scheduled for|first reading|referred to rules|deadline|fiscal note|introduc|electronically reproduced|from printer/i
/** The classes that no words of a journal override. */
const decisive = ['executive-veto', 'veto-override-passage', 'became-law', 'executive-signature']
/** The mayor of the District of Columbia signed an act, or let it pass without a signature. */
const enactedAct =
  /\bwith act number|(signed|returned unsigned) by (the )?mayor|without (the )?mayor.s signature/i
const prefiledText = /pre-?filed?\b/i

/**
 * Derives the status of a state bill from its actions, oldest first. The order of precedence is law, veto, failure or
 * withdrawal after the last passage, passage, committee, introduction. The class that Open States assigns to an action
 * is used unless the action's text contradicts it. Four in ten actions have no class, so only their text is used: first as
 * stateActions.tsv reads it for this state, then by the rules for all states below.
 */
export function stateStatus(actions: readonly StateAction[], measure: StateMeasure): BillStatus {
  if (actions.length === 0) return 'pending'
  const events = stateEvents(actions, measure.state)
  const all = events.map(({ event }) => event)
  if (all.includes('law')) return 'passed'
  if (measure.isEmergencyAct && actions.some(({ text }) => enactedAct.test(text))) return 'passed'
  if (all.includes('veto')) {
    const overriders = new Set(events.filter(({ event }) => event === 'override').map(({ body }) => body))
    const isOverridden = overriders.size > (measure.oneChamber ? 0 : 1) || overriders.has('joint')
    if (!isOverridden) return 'rejected'
    // Congress reviews the acts of the District of Columbia, even those over a veto, except emergency acts.
    return measure.state === 'dc' && !measure.isEmergencyAct ? 'pending' : 'passed'
  }

  const lastPassage = all.findLastIndex((event) => event === 'passage' || event === 'both')
  const lastFailure = all.lastIndexOf('failure')
  if (lastFailure > lastPassage) return 'rejected'
  if (lastPassage >= 0) {
    const chambers = new Set(events.filter(({ event }) => event === 'passage').map(({ body }) => body))
    if (measure.oneChamber || all.includes('both') || (chambers.has('upper') && chambers.has('lower'))) {
      return measure.isBill ? 'pending' : 'passed'
    }
    return 'engrossed'
  }
  if (all.findLast((event) => event === 'deferral' || event === 'work') === 'deferral') return 'pending'
  if (all.includes('work')) return 'active'
  return all.every((event) => event === 'prefiled') ? 'pending' : 'introduced'
}

export type StateStep = { event: StateEvent; body: string }

/** Returns what each action means for the status, and the body that acted. */
export function stateEvents(actions: readonly StateAction[], state: string): StateStep[] {
  // What happened before the last return of a bill that died in the other chamber has to happen again.
  const restart = actions.findLastIndex((action, index) => isRestart(action, actions[index - 1]))
  return withoutReconsidered(
    actions.map((action, index) => {
      const event = isReconsidering(action, actions[index - 1])
        ? 'undone'
        : isRecalled(action, actions[index - 1])
          ? 'start'
          : eventOf(action, state)
      return { event: index <= restart && isVote(event) ? 'start' : event, body: actingBody(action) }
    }),
  )
}

/**
 * Returns true if a bill goes back to its own chamber for the second year of a legislature. New York writes "DIED IN ASSEMBLY"
 * and then "RETURNED TO SENATE", where the bill begins again in a committee.
 */
function isRestart(action: StateAction, before: StateAction | undefined): boolean {
  return /^returned to/i.test(action.text) && /^died in/i.test(before?.text ?? '')
}

/**
 * Returns true if an action is the motion to reconsider. Arizona records a lost third reading and this motion as
 * "FAILED" and then a bare "PASSED".
 */
function isReconsidering(action: StateAction, before: StateAction | undefined): boolean {
  if (!before || before.body !== action.body || !/^passed$/i.test(action.text)) return false
  return (
    before.classes.includes('failure') &&
    before.classes.includes('reading-3') &&
    !action.classes.includes('reading-3')
  )
}

/** Returns true if a bill came back because its chamber recalled it. Otherwise New York returns what both have passed. */
function isRecalled(action: StateAction, before: StateAction | undefined): boolean {
  return /^returned to/i.test(action.text) && /^recalled from/i.test(before?.text ?? '')
}

function isVote(event: StateEvent): boolean {
  return event === 'passage' || event === 'both' || event === 'failure'
}

/** Removes the last vote of a body that was reconsidered. */
function withoutReconsidered(steps: StateStep[]): StateStep[] {
  const remaining: StateStep[] = []
  for (const step of steps) {
    const last =
      step.event === 'undone'
        ? remaining.findLast(({ event, body }) => isVote(event) && body === step.body)
        : null
    if (last) last.event = 'work'
    remaining.push({ ...step })
  }
  return remaining
}

/**
 * Returns the body that acted, which is `joint` if both chambers voted together. A chamber also records what the other chamber did, such as "PASSED BY HOUSE" in the
 * Senate's journal.
 */
function actingBody({ text, body }: StateAction): string {
  if (/\bjoint session\b/i.test(text)) return 'joint'
  if (byHouse.test(text)) return 'lower'
  return bySenate.test(text) ? 'upper' : body
}

function eventOf({ text, classes, body }: StateAction, state: string): StateEvent {
  const has = (...names: string[]) => names.some((name) => classes.includes(name))
  if (referredToPeople.test(text)) return 'both'
  if (has('executive-veto-line-item') || lineItem.test(text)) return 'law'
  const ofState = has(...decisive) ? undefined : tableEvent(state, text)
  if (ofState) return ofState
  if (overridden.test(text) || has('veto-override-passage')) return 'override'
  if (has('executive-veto') || (vetoed.test(text) && !vetoTalk.test(text))) return 'veto'
  if (
    has('became-law', 'executive-signature') ||
    (signed.test(text) && !/^signed$/i.test(text)) ||
    (body === 'executive' && /^signed$/i.test(text))
  ) {
    return 'law'
  }
  if (ownBusiness.test(text)) return 'start'
  if (undoneText.test(text)) return 'undone'
  const part = aboutPart.test(text)
  if (failedText.test(text) && !part && !/reconsideration granted|failed to adjourn/i.test(text)) {
    return 'failure'
  }
  if (has('committee-failure') || (has('failure') && !part)) return 'failure'
  if (withdrawnText.test(text) && !part) return 'failure'
  if (has('withdrawal') && !part && !/committee|w\/d|calendar|\blist\b|docket|agenda/i.test(text)) {
    return 'failure'
  }
  if (bothText.test(text) && !pendingConcurrence.test(text) && !/\bnot\b|\bfailed\b/i.test(text)) {
    return ownConcurrence(text, body) ? 'work' : 'both'
  }
  if (has('executive-receipt', 'enrolled')) return 'both'
  if (passedThird.test(text) || (passedText.test(text) && !notPassage.test(text))) return 'passage'
  if (has('passage') && !notPassage.test(text)) return 'passage'
  if (has('deferral') && !part) return 'deferral'
  if (
    has(
      'committee-passage',
      'committee-passage-favorable',
      'committee-passage-unfavorable',
      'reading-2',
      'reading-3',
      'substitution',
    )
  ) {
    return 'work'
  }
  if (classes.some((name) => name.startsWith('amendment-'))) return 'work'
  if (prefiledText.test(text)) return 'prefiled'
  return classes.length === 0 && workText.test(text) && !notWork.test(text) ? 'work' : 'start'
}

/**
 * Returns true if a chamber agrees with its own committee, as in "SUBSTITUTE (S-1) CONCURRED IN". If the text names the
 * other chamber, the agreement is with that chamber.
 */
function ownConcurrence(text: string, body: string): boolean {
  if (!/concurred in|floor amendment/i.test(text) || /in concurrence/i.test(text)) return false
  const other = body === 'upper' ? /\b(house|assembly)\b/i : /\bsenate\b/i
  return !other.test(text)
}
