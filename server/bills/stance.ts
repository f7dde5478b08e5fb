import type { takeStance as takeStanceEndpoint } from '../../contract/bills.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import {
  type CurrentStance,
  insertMindChange,
  insertStance,
  lockComments,
  selectCounts,
  updateStance,
} from './stanceQueries.ts'
import { moveVotesBetweenSides } from './voteBreakdown.ts'

/**
 * Takes or changes the caller's stance on a bill. The same stance again changes nothing. `current` was read under the lock
 * on the caller's writes, so simultaneous calls count once. `is_queued`: followers are to be notified.
 */
export async function takeStance(
  db: Db,
  me: Member,
  input: ParsedOf<typeof takeStanceEndpoint>,
  current: CurrentStance | undefined,
): Promise<Omit<OutputOf<typeof takeStanceEndpoint>, 'success'> & { is_queued: boolean }> {
  if (!current) refuse('bill_not_found')
  const { id: bill_id, stance, change_source } = input
  const comment_id = change_source === 'comment' ? await checkComment(db, me, input, current) : null

  if (current.stance === stance && current.changed_at) {
    const { change_source, comment_id, changed_at } = current
    return {
      stance: { stance, previous_stance: stance, change_source, comment_id, created_at: changed_at },
      is_new: false,
      changed: false,
      counts: await selectCounts(db, bill_id),
      is_queued: false,
    }
  }

  const { user_id } = me
  if (current.has_voted) {
    if (!comment_id) await lockComments(db, user_id, bill_id, null)
    await moveVotesBetweenSides(db, { bill_id, user_id, from: current.stance ?? 'unknown', to: stance })
  }
  const change = { bill_id, user_id, stance, change_source, comment_id }
  const saved = current.stance === null ? insertStance(db, change) : updateStance(db, change, current)
  const { created_at, is_queued, ...counts } = await saved
  if (comment_id) await insertMindChange(db, comment_id, user_id)
  return {
    stance: { stance, previous_stance: current.stance, change_source, comment_id, created_at },
    is_new: current.stance === null,
    changed: true,
    counts,
    is_queued,
  }
}

/** A stance can be changed only by a live comment by another member on the same bill. */
async function checkComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof takeStanceEndpoint>,
  current: CurrentStance,
): Promise<string> {
  const comment_id = input.comment_id ?? refuse('comment_required')
  const comment = (await lockComments(db, me.user_id, input.id, comment_id)) ?? refuse('comment_not_found')
  if (comment.user_id === me.user_id) refuse('own_comment')
  if (current.stance === null) refuse('no_stance_yet')
  return comment_id
}
