import { useEffect, useState } from 'react'
import { currentSession, useSession } from '../session/session.ts'
import { hasDraft, onDraftChange, readDraft, saveDraft } from './drafts.ts'

/**
 * A text field whose words survive reloads and expired sessions. `place` names what is being written, for example
 * `comment:{bill_id}:{category_id}`; give the component a `key` of the place when it can change. Setting it to ''
 * (sent or cancelled) forgets it.
 */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const userId = useSession().user?.userId ?? 'visitor'
  const [text, setText] = useState(() => readDraft(userId, place))
  // The same place can be emptied from elsewhere, when what was written there has arrived.
  useEffect(() => onDraftChange(() => setText(readDraft(userId, place))), [userId, place])
  return [
    text,
    (next) => {
      setText(next)
      saveDraft(userId, place, next)
    },
  ]
}

/** Whether something was being written here, or below, when this appeared: then its field is open again (R85). */
export function useHadDraft(place: string): boolean {
  const userId = useSession().user?.userId ?? 'visitor'
  const [had] = useState(() => hasDraft(userId, place))
  return had
}

/** For when what was written has arrived: empties its field, also one that has been opened again in the meantime. */
export function forgetDraft(place: string) {
  saveDraft(currentSession().user?.userId ?? 'visitor', place, '')
}

/** What is kept at this place now. */
export function currentDraft(place: string): string {
  return readDraft(currentSession().user?.userId ?? 'visitor', place)
}
