import { refuse } from '#contract/kit/refusals.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

/** Refuses a response to a text of `author` if either member blocked the other, like `refuse_blocked` in the schema. */
export async function refuseBlocked(db: Db, user_id: string, author: string | null): Promise<void> {
  const [row] = await db<{ is_mine: boolean; is_theirs: boolean }[]>`
    select has_blocked(${user_id}, ${author}) as is_mine, has_blocked(${author}, ${user_id}) as is_theirs`
  if (row?.is_mine) refuse('blocked_by_you')
  if (row?.is_theirs) refuse('response_not_allowed')
}

/** Refuses a text that mentions a member who blocked this member or was blocked by this member. */
export async function refuseBlockedMentions(db: Db, user_id: string, content: string): Promise<void> {
  if (!content.includes('@')) return
  const [row] = await db<{ is_refused: boolean }[]>`
    select mentions_blocked(${user_id}, ${content}) as is_refused`
  if (row?.is_refused) refuse('mention_not_allowed')
}

/**
 * Returns the condition that the member `owner` did not block `viewer`. A blocked viewer reads only the counts on the
 * owner's profile. It is a subquery, because a subquery runs once, however many rows the list has.
 */
export function isOpenTo(db: Db, viewer: string, owner: string): Part {
  return db`(select not has_blocked(${owner}, ${viewer}))`
}
