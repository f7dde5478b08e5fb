import { saveDraft } from '../../kit/forms/drafts.ts'
import { currentDraft, deleteDraft, useDraft } from '../../kit/forms/useDraft.ts'
import { currentSession } from '../../kit/session/session.ts'

/** The section that the next comment on a bill is about, in the version where its author saw it. */
export type CommentSection = { key: string; version_no: number }

/** The field for a new comment on the open bill. */
export const newCommentFieldId = 'new-comment'

// Stored like the text of the comment, so that both survive a reload or an expired session.
const draftOf = (bill_id: string) => `section:${bill_id}`

export function commentOnSection(bill_id: string, { key, version_no }: CommentSection) {
  saveDraft(currentSession().user?.userId ?? '', draftOf(bill_id), `${version_no}:${key}`)
}

export function clearCommentSection(bill_id: string) {
  deleteDraft(draftOf(bill_id))
}

export function currentCommentSection(bill_id: string): CommentSection | null {
  return readSection(currentDraft(draftOf(bill_id)))
}

export function useCommentSection(bill_id: string): CommentSection | null {
  const [draft] = useDraft(draftOf(bill_id))
  return readSection(draft)
}

function readSection(draft: string): CommentSection | null {
  const [, version = '', key = ''] = /^(\d+):(.+)$/.exec(draft) ?? []
  return key ? { key, version_no: Number(version) } : null
}
