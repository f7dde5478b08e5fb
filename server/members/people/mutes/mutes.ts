import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { maxMutes, type MutedMember } from '#contract/mutes.ts'
import * as mutes from '#contract/mutes.ts'
import { pageOf, timeKey } from '#server/platform/http/page.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export const muteRoutes = [
  action(mutes.muteUser, ({ db, input, write }) =>
    responseOf(db`select response from mute_user(${write}, ${input.id}, ${maxMutes})`),
  ),
  action(mutes.unmuteUser, ({ db, input, write }) =>
    responseOf(db`select response from unmute_user(${write}, ${input.id})`),
  ),
  action(mutes.blockUser, ({ db, input, write }) =>
    responseOf(db`select response from block_user(${write}, ${input.id}, ${maxMutes})`),
  ),
  action(mutes.unblockUser, ({ db, input, write }) =>
    responseOf(db`select response from unblock_user(${write}, ${input.id})`),
  ),
  read(mutes.listMuted, async ({ db, me, input }) => {
    const { items, next } = pageOf(await listMuted(db, me.user_id, input), input.limit)
    return { members: items, next }
  }),
]

/**
 * Selects one row more than the page, newest first. Includes deactivated and suspended members so that a mute or a block of them
 * can be undone.
 */
function listMuted(db: Db, owner: string, { kind, limit, after }: ParsedOf<typeof mutes.listMuted>) {
  // The first condition is one range of the index. The second leaves out the row of the cursor and the rows before it.
  const rest = after
    ? db`and m.created_at <= ${after[0]}::timestamptz
         and (m.created_at < ${after[0]}::timestamptz or m.muted_id > ${after[1]})`
    : db``
  return db<(MutedMember & { keys: unknown[] })[]>`
    select json_build_array(${timeKey(db, 'm.created_at')}, m.muted_id) as keys,
           u.user_id, u.username, u.full_name, u.profile_picture_url,
           engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level
      from mutes m join users u on u.user_id = m.muted_id and u.account_status <> 'closed'
     where m.user_id = ${owner} and m.kind = ${kind} ${rest}
     order by m.created_at desc, m.muted_id limit ${limit + 1}`
}
