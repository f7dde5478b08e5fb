import type { Db, Part } from '../postgres/db.ts'
import type { CommentTable } from './commentTable.ts'

/** `unchanged`: the content already is hidden or shown. Content that its author has deleted is not found. */
export type ModerationResult = 'changed' | 'unchanged' | 'not_found'

export type ModeratedContent = { is_deleted: boolean; is_hidden: boolean }

/**
 * Hides or restores a comment or post that is locked. A hidden one is shown as "[Removed by moderators]" without author
 * and is not counted. Its text stays in the database, so that it can be restored.
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
