import { useState } from 'react'
import { readDraft, readDraftFields, saveDraft } from './drafts.ts'
import { readEarlyInput } from './earlyForm.ts'
import { useDraftOwner } from './useDraft.ts'

/**
 * Manages the values of a form. `saved` contains the values on the server, or empty values, and the member's edits replace
 * them. A field that was not edited changes whenever its saved value changes. Edits of `draftFields` are stored as a
 * draft so that they survive reloads and expired sessions. `draftFields` must never contain a password. It may contain a
 * postal address only in a form of a signed-in member.
 */
export function useFormValues<Values extends object>(
  draftKey: string,
  saved: Values,
  draftFields: readonly (keyof Values & string)[],
) {
  const userId = useDraftOwner()
  const [edits, setEdits] = useState<Partial<Values>>(() => ({
    ...readDraftFields<Values>(readDraft(userId, draftKey), draftFields),
    ...readEarlyInput(draftKey, saved),
  }))

  function setValues(next: Values) {
    const changed: Partial<Values> = {}
    for (const name in next) if (next[name] !== saved[name]) changed[name] = next[name]
    setEdits(changed)
    const draft = readDraftFields<Values>(JSON.stringify(changed), draftFields)
    saveDraft(userId, draftKey, Object.keys(draft).length > 0 ? JSON.stringify(draft) : '')
  }

  function reset() {
    setEdits({})
    saveDraft(userId, draftKey, '')
  }

  const values: Values = { ...saved, ...edits }
  return { values, setValues, reset }
}
