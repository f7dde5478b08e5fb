import type { ModerationResult } from '#server/participation/comments/moderation.ts'
import { hideComment, restoreComment } from '#server/participation/discussions/moderation.ts'
import {
  hideGroupComment,
  hidePost,
  restoreGroupComment,
  restorePost,
} from '#server/participation/groups/moderation.ts'
import { hideStatement, restoreStatement } from '#server/participation/messages/statementModeration.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const changes = {
  bill_comment: { hide: hideComment, restore: restoreComment },
  group_post: { hide: hidePost, restore: restorePost },
  group_comment: { hide: hideGroupComment, restore: restoreGroupComment },
  official_statement: { hide: hideStatement, restore: restoreStatement },
}

export const contentTypes = ['bill_comment', 'group_post', 'group_comment', 'official_statement'] as const
export type ContentType = (typeof contentTypes)[number]

export function isContentType(type: string): type is ContentType {
  return Object.hasOwn(changes, type)
}

/**
 * Hides or restores an item and records the change in the audit log. A repeated call has no further effect on the item.
 * Call it in a transaction.
 */
export async function changeVisibility(
  db: Db,
  change: 'hide' | 'restore',
  { type, id }: { type: ContentType; id: string },
  operator: string,
): Promise<ModerationResult> {
  const result = await changes[type][change](db, id)
  if (result !== 'changed') return result
  const action = change === 'hide' ? 'content_hidden' : 'content_restored'
  await recordAction(db, { action, operator, detail: { type, id } })
  return result
}
