import type { BillStatus } from '#contract/bills/billContent.ts'
import { ofAnotherBill } from '#server/sources/parts/actionClass.ts'

type FederalAction = { text: string; code: string }
type Kind = { simple: boolean; concurrent: boolean }

const law = /\bbecame (public|private) law\b|^public law no/i
const veto = /^(pocket )?vetoed by (the )?president/i
const override = /passed (house|senate) over veto|objections of the president.* notwithstanding passed\b/i
const failed =
  /^failed of passage|\bon (passage|agreeing to the (\w+ )?resolution|motion to suspend the rules and (pass|agree to) the (\w+ )?(bill|resolution))(, as amended,?)? failed\b|(joint |concurrent )?resolution not agreed to in (house|senate)|^failed in (house|senate)/i
const dead =
  /indefinitely postponed|^on motion to table the (\w+ )?(measure|resolution|bill) agreed|^on motion to table agreed|(^|\. )(the )?(h\.|s\.)? ?(j\.|con\.)? ?(bill|res\. ?\d*|resolution|measure) (was |is )?(laid on the table|laid on table)|^laid on (the )?table|withdrawn by (the )?sponsor|^measure withdrawn/i
const passedHouse =
  /^passed\/agreed to in house|^passed house|\bon passage passed\b|^on agreeing to the (\w+ )?resolution(, as amended,?)? agreed to|suspend the rules and (pass|agree to) the (\w+ )?(bill|resolution)(, as amended,?)? agreed to|^agreed to in house|\bis considered passed (the )?house/i
const passedSenate =
  /^passed\/agreed to in senate|^passed senate|^(joint |concurrent )?resolution agreed to in senate|^agreed to in senate|, considered,? (read the third time,? )?and (agreed to|passed)\b|^submitted in the senate, considered, and agreed to/i
const amended = /\bwith (an |\d+ )?amend(ment|ments|ed)\b|, as amended\b/i
const presented = /^presented to (the )?president|^signed by president|^cleared for white house/i
const bothAgreed =
  /(^|, )(the )?(house|senate) (agreed to|concurred in) (the )?(senate|house) amendments?\b|suspend the rules and agree to the senate amendments?.* agreed to|^on (motion that the (house|senate) (agree (to|with (an )?amendments? to)|concur in) the (house|senate) amendments?|agreeing to the conference report)\b(?!.*\bfailed).* agreed to|^senate agreed to (the )?conference report|^resolving differences -- (house|senate) actions: .*agreed to|^conference report agreed to in/i
const committeeWork =
  /\breported\b|ordered to be reported|placed on .*calendar|\bcalendar no\b|hearings? held|mark-?up|\bdischarged\b|^considered|consideration (and|initiated)|^debate\b|rules committee resolution|^rule h\. res|cloture|motion to proceed|forwarded by subcommittee|laid before (the )?senate|provides for consideration|resolved itself into the committee of the whole|previous question|unfinished business/i
const notCommitteeWork =
  /motion to discharge .*(filed|rejected|failed)|sponsor introductory|^referred to|^read (twice|the first time) and referred/i

/**
 * Derives the status of a federal measure from its actions, oldest first. The order of precedence is law, veto, failure
 * after the last passage, passage, committee, introduction. Texts are read before codes, because some codes are
 * ambiguous ("E30000" is both "Signed by President." and "Vetoed by President.").
 */
export function federalStatus(actions: readonly FederalAction[], kind: Kind): BillStatus {
  if (actions.length === 0) return 'pending'
  if (actions.some(isLaw)) return 'passed'
  if (actions.some(isVeto) && overrides(actions) < 2) return 'rejected'

  const lastPassage = actions.findLastIndex((action) => passage(action) !== null)
  const lastFailure = actions.findLastIndex(isFailure)
  if (lastFailure > lastPassage) return 'rejected'

  const chambers = new Set(actions.map(passage))
  const hasPassedOne = chambers.has('House') || chambers.has('Senate')
  const hasPassedBoth = (chambers.has('House') && chambers.has('Senate')) || chambers.has('both')
  if (kind.simple && hasPassedOne) return 'passed'
  if (hasPassedBoth || actions.some(isPresented)) {
    // The first chamber has not yet agreed to what the second changed.
    const isAmended = amended.test(actions[lastPassage]?.text ?? '')
    return kind.concurrent && !isAmended ? 'passed' : 'pending'
  }
  if (hasPassedOne) return 'engrossed'
  if (actions.some(isCommitteeWork)) return 'active'
  return actions.every(({ text }) => /^reserved for/i.test(text)) ? 'pending' : 'introduced'
}

/** The meaning of an action for the status of a federal measure. The name of a chamber means that it passed it. */
export type FederalEvent =
  | 'law'
  | 'veto'
  | 'override'
  | 'failure'
  | 'House'
  | 'Senate'
  | 'both'
  | 'presented'
  | null

export function federalEvent(action: FederalAction): FederalEvent {
  if (isLaw(action)) return 'law'
  if (isVeto(action)) return 'veto'
  if (override.test(action.text)) return 'override'
  if (isFailure(action)) return 'failure'
  return passage(action) ?? (isPresented(action) ? 'presented' : null)
}

function isLaw({ text, code }: FederalAction): boolean {
  return (law.test(text) && !ofAnotherBill.test(text)) || ['36000', '41000', 'E40000'].includes(code)
}

function isVeto({ text, code }: FederalAction): boolean {
  return veto.test(text) || code === '31000'
}

function isPresented({ text, code }: FederalAction): boolean {
  return presented.test(text) || code === '28000'
}

/** Returns the chamber whose passage an action reports, or "both" if the second one agreed to the final text. */
function passage({ text, code }: FederalAction): 'House' | 'Senate' | 'both' | null {
  if (isFailure({ text, code })) return null
  if (code === '8000' || passedHouse.test(text)) return 'House'
  if (code === '17000' || passedSenate.test(text)) return 'Senate'
  return bothAgreed.test(text) ? 'both' : null
}

function isFailure({ text, code }: FederalAction): boolean {
  if (
    /reconsider|motion to recommit|motion to commit|previous question|amendment/i.test(text) &&
    !/^failed of passage/i.test(text)
  ) {
    return false
  }
  return code === '9000' || code === '18000' || failed.test(text) || dead.test(text)
}

function isCommitteeWork({ text }: FederalAction): boolean {
  return committeeWork.test(text) && !notCommitteeWork.test(text)
}

/** Returns how many chambers overrode a veto. Each counts once, because two systems report the vote of the House. */
function overrides(actions: readonly FederalAction[]): number {
  const texts = actions.map(({ text }) => text).filter((text) => override.test(text))
  return new Set(texts.map((text) => (/passed senate/i.test(text) ? 'Senate' : 'House'))).size
}
