import type { CategoryId } from '../../contract/discussions.ts'

/** Where the draft of a new comment is kept. */
export function commentDraft(bill_id: string, category_id: CategoryId): string {
  return `comment:${bill_id}:${category_id}`
}

/** Where the draft of a reply is kept. */
export function replyDraft(bill_id: string, category_id: CategoryId, comment_id: string): string {
  return `${repliesPlace(bill_id, category_id)}:${comment_id}`
}

/** All drafts of a category are kept at these places or below them. */
export function draftPlaces(bill_id: string, category_id: CategoryId): string[] {
  return [commentDraft(bill_id, category_id), repliesPlace(bill_id, category_id)]
}

function repliesPlace(bill_id: string, category_id: CategoryId): string {
  return `reply:${bill_id}:${category_id}`
}
