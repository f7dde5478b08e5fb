import { countedNoun, longDate } from '#server/platform/language/english.ts'
import type { BillUpdate, StanceChange } from './record.ts'

/** The bill of an update. `notify` is false during the bill's first import and for imports with `--no-notify`. */
type Subject = { bill_id: string; source_name: string; notify: boolean }

/** Returns the update for a new version of the text whose words changed or cannot be compared. */
export function versionUpdate(
  bill: Subject,
  version: {
    version_no: number
    label: string
    printed_on: string | null
    /** The hash in hex. */
    content_hash: string
    kind: 'material' | 'unknown'
    words_changed: number | null
  },
): BillUpdate {
  const { version_no, label, kind, words_changed } = version
  const words = words_changed === null ? '' : ` ${countedNoun(words_changed, 'word')} changed.`
  return {
    ...bill,
    update_type: 'version',
    update_key: `version:${version.content_hash}`,
    occurred_on: version.printed_on,
    summary:
      kind === 'unknown'
        ? `New version of the text: ${label}. Hurd can’t show what changed.`
        : `New version of the text: ${label}.${words}`,
    subject_id: String(version_no),
    ...(kind === 'material' && { stance_change: { reason: 'material', version_no } }),
  }
}

/** Returns the update for a vote. `result` is the tally in words, such as "Passed 215 to 214". */
export function voteUpdate(
  bill: Subject,
  vote: {
    vote_event_id: string
    voted_on: string
    motion: string
    result: string
    representatives?: string[]
  },
): BillUpdate {
  return {
    ...bill,
    update_type: 'vote',
    update_key: `vote:${vote.vote_event_id}`,
    occurred_on: vote.voted_on,
    summary: shortened(`Vote: ${sentence(vote.motion)} ${vote.result}.`),
    subject_id: vote.vote_event_id,
    representatives: vote.representatives ?? [],
  }
}

export function sponsorUpdate(
  bill: Subject,
  sponsor: { name: string; person: string; rep_id: string | null; joined_on: string | null },
): BillUpdate {
  return {
    ...bill,
    update_type: 'sponsor',
    update_key: `sponsor:${sponsor.person}:joined`,
    occurred_on: sponsor.joined_on,
    summary: `${sponsor.name} joined as a sponsor.`,
    subject_id: sponsor.rep_id,
    representatives: sponsor.rep_id === null ? [] : [sponsor.rep_id],
  }
}

/**
 * Returns the update for a bill that died when its session ended. `session` is the session's name, such as "2025-2026
 * Regular Session".
 */
export function sessionEndedUpdate(
  bill: Subject,
  session: { identifier: string; name: string; ended_on: string },
): BillUpdate {
  return {
    ...bill,
    update_type: 'session_ended',
    update_key: `session:${session.identifier}:ended`,
    occurred_on: null,
    summary: `Died when the ${session.name} ended on ${longDate(session.ended_on)}.`,
    subject_id: session.identifier,
  }
}

/** Returns the update for a bill that was introduced again in the next session with nearly the same words. */
export function reintroducedUpdate(
  bill: Subject,
  again: { bill_id: string; source_id: string; bill_code: string; session: string },
): BillUpdate {
  return {
    ...bill,
    update_type: 'reintroduced',
    update_key: `reintroduced:${again.source_id}`,
    occurred_on: null,
    summary: `Introduced again as ${again.bill_code} in the ${again.session}, with nearly the same text. To get its updates, follow ${again.bill_code}.`,
    subject_id: again.bill_id,
  }
}

/** Returns the update that corrects an earlier one, for example when the source no longer lists a vote. */
export function correctionUpdate(
  bill: Subject,
  corrected: { update_id: number; summary: string; is_alertable: boolean },
  now: string,
  stance_change?: StanceChange,
): BillUpdate {
  return {
    ...bill,
    update_type: 'correction',
    update_key: `correction:${corrected.update_id}`,
    occurred_on: null,
    summary: shortened(`Correction: ${now} Hurd reported before: “${corrected.summary}”`),
    subject_id: null,
    notify: bill.notify && corrected.is_alertable,
    corrects_update_id: corrected.update_id,
    ...(stance_change && { stance_change }),
  }
}

export function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

const maxSummary = 300

/** Shortens a text to the length that an alert shows. */
export function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= maxSummary ? text : `${characters.slice(0, maxSummary - 1).join('')}…`
}
