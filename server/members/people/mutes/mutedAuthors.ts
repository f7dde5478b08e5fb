import type { MutedAuthor } from '#contract/mutes.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

/* The functions in this file select what a viewer chose not to see. Each reads the viewer's own mutes once through
   their index. For a member without mutes, the cost is one lookup of an empty range, however long the list is. */

/**
 * Returns everyone that `viewer` muted, as JSON, or null if there is nobody. Pages of comments read it together with the
 * comments.
 */
export function mutedJson(db: Db, viewer: string | null): Part {
  return db`(select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
               from mutes m where m.user_id = ${viewer})`
}

/**
 * Returns the condition that `viewer` did not mute the member in this column, which may be null. PostgreSQL runs the
 * subquery only once, as a hashed subplan.
 */
export function isNotMuted(db: Db, viewer: string | null, column: Part): Part {
  return db`(${column} in (select m.muted_id from mutes m where m.user_id = ${viewer})) is not true`
}

/** Returns those of the muted members who wrote one of these comments. */
export function mutedAmong(muted: readonly MutedAuthor[], comments: readonly Buffer[]): MutedAuthor[] {
  if (muted.length === 0) return []
  const authors = new Set(
    comments.flatMap((json) => [...json.toString('latin1').matchAll(author)].map(([, id]) => id)),
  )
  return muted.filter(({ user_id }) => authors.has(user_id))
}

// Quotation marks inside a JSON string are escaped with a backslash, so this match can only be the field itself.
const author = /"user_id":"([0-9a-f-]{36})"/g

/** Selects everyone that `viewer` muted, for responses whose content comes from another statement. */
export async function selectMuted(db: Db, viewer: string | null): Promise<MutedAuthor[]> {
  if (viewer === null) return []
  return db<MutedAuthor[]>`
    select m.muted_id as user_id, m.kind as muted from mutes m where m.user_id = ${viewer}`
}
