import { saveDraft } from '#web/kit/forms/drafts.ts'
import { currentDraft, deleteDraft, useDraft } from '#web/kit/forms/useDraft.ts'
import { currentSession } from '#web/kit/session/session.ts'

/** The section that the next comment on a bill is about, and the version of the text that the author was reading. */
export type CommentSection = { key: string; version_no: number }

/** The id of the field for a new comment on the open bill. */
export const newCommentFieldId = 'new-comment'

// The section is stored as a draft, like the text of the comment so that both survive a reload or an expired session.
const sectionDraftKey = (bill_id: string) => `section:${bill_id}`

export function commentOnSection(bill_id: string, { key, version_no }: CommentSection) {
  saveDraft(currentSession().user?.userId ?? '', sectionDraftKey(bill_id), `${version_no}:${key}`)
}

export function clearCommentSection(bill_id: string) {
  deleteDraft(sectionDraftKey(bill_id))
}

export function currentCommentSection(bill_id: string): CommentSection | null {
  return parseSection(currentDraft(sectionDraftKey(bill_id)))
}

export function useCommentSection(bill_id: string): CommentSection | null {
  const [draft] = useDraft(sectionDraftKey(bill_id))
  return parseSection(draft)
}

function parseSection(draft: string): CommentSection | null {
  const [, version = '', key = ''] = /^(\d+):(.+)$/.exec(draft) ?? []
  return key ? { key, version_no: Number(version) } : null
}
