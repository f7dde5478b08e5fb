import { useEffect, useState } from 'react'
import { currentSession, useSession } from '../session/session.ts'
import { hasDraft, onDraftChange, readDraft, saveDraft } from './drafts.ts'

/** Drafts of the sign-in forms, which are written before there is a member. */
const visitor = 'visitor'

export function useDraftOwner(): string {
  return useSession().user?.userId ?? visitor
}

function currentOwner(): string {
  return currentSession().user?.userId ?? visitor
}

/**
 * The text of one field, which survives reloads and expired sessions. `draftKey` names what is being written, for example
 * `post:{group_id}`; give the component a React `key` when it can change. Setting the text to '' deletes
 * the draft.
 */
export function useDraft(draftKey: string): [text: string, setText: (text: string) => void] {
  const userId = useDraftOwner()
  const [text, setText] = useState(() => readDraft(userId, draftKey))
  // Another component deletes the draft when the server has accepted the text.
  useEffect(() => onDraftChange(() => setText(readDraft(userId, draftKey))), [userId, draftKey])
  return [
    text,
    (next) => {
      setText(next)
      saveDraft(userId, draftKey, next)
    },
  ]
}

/** Whether there was a draft when the component mounted; its form then opens by itself. */
export function useHadDraft(draftKey: string): boolean {
  const userId = useDraftOwner()
  const [hadDraft] = useState(() => hasDraft(userId, draftKey))
  return hadDraft
}

/** Called once the text has been sent. Every field that shows the draft becomes empty, including one opened since. */
export function deleteDraft(draftKey: string) {
  saveDraft(currentOwner(), draftKey, '')
}

export function currentDraft(draftKey: string): string {
  return readDraft(currentOwner(), draftKey)
}
