import type { takeStance as takeStanceEndpoint } from '../../contract/bills.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Member } from '../http/route.ts'
import type { Db } from '../postgres/db.ts'
import {
  type CurrentStance,
  insertMindChange,
  lockComments,
  saveStance,
  selectCounts,
} from './stanceQueries.ts'

/**
 * Takes or changes the caller's stance on a bill (R46, R47). The same stance again changes nothing. What is held was read
 * under the caller's lock and is the truth: fifty at once leave one row and one count. `is_news`: followers are to hear.
 */
export async function takeStance(
  db: Db,
  me: Member,
  input: ParsedOf<typeof takeStanceEndpoint>,
  held: CurrentStance | undefined,
): Promise<Omit<OutputOf<typeof takeStanceEndpoint>, 'success'> & { is_news: boolean }> {
  if (!held) refuse('bill_not_found')
  const { id: bill_id, stance, change_source } = input
  const comment_id = change_source === 'comment' ? await checkComment(db, me, input, held) : null

  if (held.stance === stance && held.changed_at) {
    const { change_source, comment_id, changed_at } = held
    return {
      stance: { stance, previous_stance: stance, change_source, comment_id, created_at: changed_at },
      is_new: false,
      changed: false,
      counts: await selectCounts(db, bill_id),
      is_news: false,
    }
  }

  if (held.has_voted && !comment_id) await lockComments(db, me.user_id, bill_id, null)
  const change = { bill_id, user_id: me.user_id, stance, change_source, comment_id }
  const { created_at, is_news, ...counts } = await saveStance(db, change, held)
  if (comment_id) await insertMindChange(db, comment_id, me.user_id)
  return {
    stance: { stance, previous_stance: held.stance, change_source, comment_id, created_at },
    is_new: held.stance === null,
    changed: true,
    counts,
    is_news,
  }
}

/** A mind is changed by a live comment of somebody else on this very bill, and only once there is a stance to change. */
async function checkComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof takeStanceEndpoint>,
  held: CurrentStance,
): Promise<string> {
  const comment_id = input.comment_id ?? refuse('comment_required')
  const comment = (await lockComments(db, me.user_id, input.id, comment_id)) ?? refuse('comment_not_found')
  if (comment.user_id === me.user_id) refuse('own_comment')
  if (held.stance === null) refuse('no_stance_yet')
  return comment_id
}
