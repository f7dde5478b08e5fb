import type { Db, Part } from '../postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/** `unchanged`: the content was already hidden or already visible. Content that its author deleted is `not_found`. */
export type ModerationResult = 'changed' | 'unchanged' | 'not_found'

export type ModeratedContent = { is_deleted: boolean; is_hidden: boolean }

/**
 * Hides or restores a comment or post with `write`, which runs only if something changes. The caller has locked its row.
 * Hidden content is shown as "[Removed by moderators]" without its author and is not counted. Its text stays stored.
 */
export async function setHidden<Content extends ModeratedContent>(
  content: Content | undefined,
  hidden: boolean,
  write: (content: Content) => Promise<void>,
): Promise<ModerationResult> {
  if (!content || content.is_deleted) return 'not_found'
  if (content.is_hidden === hidden) return 'unchanged'
  await write(content)
  return 'changed'
}

type ModeratedComment = ModeratedContent & { comment_id: string; user_id: string | null }

export async function lockForModeration<Columns extends object>(
  db: Db,
  table: CommentTable,
  columns: Part,
  comment_id: string,
): Promise<(ModeratedComment & Columns) | undefined> {
  const [comment] = await db<(ModeratedComment & Columns)[]>`
    select comment_id, user_id, deleted_at is not null as is_deleted, hidden_at is not null as is_hidden, ${columns}
      from ${db(table)} where comment_id = ${comment_id} for update`
  return comment
}
