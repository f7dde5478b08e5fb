import type { Db, Part } from '#server/platform/postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/**
 * The result of hiding or showing content. `unchanged` means that the content was already hidden or already visible.
 * Content that its author deleted, alone or with the account, is `not_found`.
 */
export type ModerationResult = 'changed' | 'unchanged' | 'not_found'

/**
 * Hides a comment or post, or shows it again, if it is not in that state already. Hidden content is shown as "[Removed
 * by moderators]" without its author and is not counted. Its text stays stored. `write` executes the update and
 * adds the content to the counts if `step` is 1, or subtracts it if `step` is -1. Call `setHidden` in a transaction.
 */
export async function setHidden(
  db: Db,
  table: CommentTable | 'group_posts',
  id: string,
  hidden: boolean,
  write: (update: Part, step: 1 | -1) => Promise<void>,
): Promise<ModerationResult> {
  const isContent = db`${db(table === 'group_posts' ? 'post_id' : 'comment_id')} = ${id}`
  const [content] = await db<{ is_deleted: boolean; is_hidden: boolean }[]>`
    select deleted_at is not null or is_closed as is_deleted, hidden_at is not null as is_hidden
      from ${db(table)} where ${isContent} for update`
  if (!content || content.is_deleted) return 'not_found'
  if (content.is_hidden === hidden) return 'unchanged'
  await write(
    db`update ${db(table)} set hidden_at = ${hidden ? db`now()` : null} where ${isContent}`,
    hidden ? -1 : 1,
  )
  return 'changed'
}
