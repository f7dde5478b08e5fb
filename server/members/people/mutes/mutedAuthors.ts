import type { MutedAuthor } from '#contract/mutes.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

/* The functions in this file select what a viewer chose not to see. Each reads the viewer's own mutes once through
   their index. For a member without mutes, the cost is one lookup of an empty range, however long the list is. */

/**
 * Returns the condition that `viewer` did not mute the member in this column, which may be null. PostgreSQL runs the
 * subquery only once, as a hashed subplan.
 */
export function isNotMuted(db: Db, viewer: string | null, column: Part): Part {
  return db`(${column} in (select m.muted_id from mutes m where m.user_id = ${viewer})) is not true`
}

/** Selects everyone that `viewer` muted, for responses whose content comes from another statement. */
export async function selectMuted(db: Db, viewer: string | null): Promise<MutedAuthor[]> {
  if (viewer === null) return []
  return db<MutedAuthor[]>`
    select m.muted_id as user_id, m.kind as muted from mutes m where m.user_id = ${viewer}`
}

/** Returns those of the muted members who wrote one of these items. */
export function mutedAmong(
  muted: readonly MutedAuthor[],
  items: readonly { user_id: string | null }[],
): MutedAuthor[] {
  return muted.filter(({ user_id }) => items.some((item) => item.user_id === user_id))
}
