import { useEffect, useState } from 'react'
import { currentSession, useSession } from '#web/kit/session/session.ts'
import { hasDraft, onDraftChange, readDraft, saveDraft } from './drafts.ts'

/** The owner of drafts that are written while nobody is signed in. */
const visitor = 'visitor'

export function useDraftOwner(): string {
  return useSession().user?.userId ?? visitor
}

function currentOwner(): string {
  return currentSession().user?.userId ?? visitor
}

/**
 * Stores the text of one field as a draft so that it survives reloads and expired sessions. `draftKey` names what is
 * being written, for example `post:{group_id}`. If `draftKey` can change, the component needs a React `key`. Setting the
 * text to '' deletes the draft.
 */
export function useDraft(draftKey: string): [text: string, setText: (text: string) => void] {
  const userId = useDraftOwner()
  const [text, setText] = useState(() => readDraft(userId, draftKey))
  // Another component may delete the draft, after the server has accepted the text.
  useEffect(() => onDraftChange(() => setText(readDraft(userId, draftKey))), [userId, draftKey])
  return [
    text,
    (next) => {
      setText(next)
      saveDraft(userId, draftKey, next)
    },
  ]
}

/**
 * Like `useDraft`, for a text that replaces `current`. The field shows `current` until somebody edits it. A field that was
 * cleared stays empty.
 */
export function useEditedText(
  draftKey: string,
  current: string,
): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useDraft(draftKey)
  const [isEdited, setIsEdited] = useState(false)
  return [
    draft === '' && !isEdited ? current : draft,
    (next) => {
      setIsEdited(true)
      setDraft(next)
    },
  ]
}

/** True if there was a draft when the component mounted. If so, the component opens its form without a click. */
export function useHadDraft(draftKey: string): boolean {
  const userId = useDraftOwner()
  const [hadDraft] = useState(() => hasDraft(userId, draftKey))
  return hadDraft
}

/** Deletes a draft after its text was sent. Every field that shows the draft becomes empty, even if it was opened later. */
export function deleteDraft(draftKey: string) {
  saveDraft(currentOwner(), draftKey, '')
}

export function currentDraft(draftKey: string): string {
  return readDraft(currentOwner(), draftKey)
}
