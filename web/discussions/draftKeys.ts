import type { CategoryId } from '../../contract/discussions.ts'

/** The storage key of the draft of a new comment. */
export function commentDraft(bill_id: string, category_id: CategoryId): string {
  return `comment:${bill_id}:${category_id}`
}

/** The storage key of the draft of a reply. */
export function replyDraft(bill_id: string, category_id: CategoryId, comment_id: string): string {
  return `${replyPrefix(bill_id, category_id)}:${comment_id}`
}

/** The keys, or prefixes of keys, of all drafts in a category. */
export function draftKeys(bill_id: string, category_id: CategoryId): string[] {
  return [commentDraft(bill_id, category_id), replyPrefix(bill_id, category_id)]
}

function replyPrefix(bill_id: string, category_id: CategoryId): string {
  return `reply:${bill_id}:${category_id}`
}
