import { correctionUpdate, voteUpdate } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'

/**
 * The kinds of votes that are reported as updates. Votes on amendments, on rules and on ending debate are only listed.
 */
const reportedClassifications = ['passage', 'concurrence', 'override', 'rejection', 'committee']

type NewVote = {
  bill_id: string
  source_name: string
  vote_event_id: string
  voted_on: string
  motion: string
  result: string | null
  yes_count: number | null
  no_count: number | null
  is_reported: boolean
  representatives: string[]
}

/** The new votes about which followers are alerted. */
export type VoteNotifyOptions = {
  /** False for a repair, which records its changes and alerts nobody. */
  notify: boolean
  /** The bills that were imported for the first time with these votes, by `source_id`. Their votes alert nobody. */
  newBills: readonly string[]
}

export async function recordVoteUpdates(
  db: Transaction,
  vote_event_ids: readonly string[],
  { notify, newBills }: VoteNotifyOptions,
): Promise<void> {
  if (vote_event_ids.length === 0) return
  const rows = await db<NewVote[]>`
    select e.bill_id, e.source_name, e.vote_event_id, e.voted_on, e.motion_text as motion,
           case when e.result_is_unclear then null else e.result end as result, e.yes_count, e.no_count,
           e.motion_classification = any(${reportedClassifications}::text[])
             and b.source_id <> all (${[...newBills]}::text[]) as is_reported,
           array(select rep_id from person_votes p
                  where p.vote_event_id = e.vote_event_id and rep_id is not null) as representatives
      from vote_events e join bills b using (bill_id)
     where e.vote_event_id = any(${[...vote_event_ids]}::uuid[])
     order by e.bill_id, e.voted_on, e.vote_event_id`
  await recordBillUpdates(
    db,
    rows.map(({ bill_id, source_name, is_reported, ...vote }) =>
      voteUpdate(
        { bill_id, source_name, notify: notify && is_reported },
        { ...vote, result: resultText(vote) },
      ),
    ),
  )
}

type ReportedVote = {
  bill_id: string
  source_name: string
  update_id: number
  /** What was reported last: the update, or the result in its last correction. */
  summary: string
  is_alertable: boolean
  result: string | null
  yes_count: number | null
  no_count: number | null
  /** How many corrections of the update were recorded before. */
  corrections: number
}

/** Corrects the updates about votes whose result or counts their source has changed. */
export async function recordVoteCorrections(
  db: Transaction,
  vote_event_ids: readonly string[],
  notify: boolean,
): Promise<void> {
  const rows = await selectReported(db, vote_event_ids)
  await recordBillUpdates(
    db,
    rows.map(({ bill_id, source_name, result, yes_count, no_count, corrections, ...update }) => {
      const now = resultText({ result, yes_count, no_count })
      const correction = correctionUpdate(
        { bill_id, source_name, notify },
        update,
        `the source now lists the vote as: ${now}.`,
      )
      return Object.assign(correction, { update_key: `${correction.update_key}:${corrections + 1}` })
    }),
  )
}

/** Corrects the updates about votes that their source no longer lists. Call it before the votes are deleted. */
export async function recordVanishedVotes(
  db: Transaction,
  vote_event_ids: readonly string[],
  notify: boolean,
): Promise<void> {
  const rows = await selectReported(db, vote_event_ids)
  await recordBillUpdates(
    db,
    rows.map(({ bill_id, source_name, update_id, summary, is_alertable }) =>
      correctionUpdate(
        { bill_id, source_name, notify },
        { update_id, summary, is_alertable },
        'the source no longer lists this vote.',
      ),
    ),
  )
}

function selectReported(db: Transaction, vote_event_ids: readonly string[]): Promise<ReportedVote[]> {
  return db<ReportedVote[]>`
    select u.bill_id, e.source_name, u.update_id, u.is_alertable,
           coalesce((
             select substring(c.summary from 'the source now lists the vote as: (.+?[.]) Hurd reported before: ')
               from bill_updates c where c.bill_id = u.bill_id and c.corrects_update_id = u.update_id
              order by c.update_id desc limit 1), u.summary) as summary,
           case when e.result_is_unclear then null else e.result end as result, e.yes_count, e.no_count,
           (select count(*)::int from bill_updates c
             where c.bill_id = u.bill_id and c.corrects_update_id = u.update_id) as corrections
      from vote_events e
      join bill_updates u on u.bill_id = e.bill_id and u.update_key = 'vote:' || e.vote_event_id
     where e.vote_event_id = any(${[...vote_event_ids]}::uuid[])
     order by u.update_id`
}

/** Returns a result such as "Passed 215 to 214", or the part of it that is known. */
function resultText({
  result,
  yes_count,
  no_count,
}: Pick<NewVote, 'result' | 'yes_count' | 'no_count'>): string {
  const tally = yes_count === null || no_count === null ? '' : `${yes_count} to ${no_count}`
  return [result, tally].filter(Boolean).join(' ') || 'The result is not known'
}
