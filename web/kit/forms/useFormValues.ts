import { useState } from 'react'
import { readDraft, readDraftFields, saveDraft } from './drafts.ts'
import { readEarlyInput } from './earlyForm.ts'
import { useDraftOwner } from './useDraft.ts'

/**
 * The values of a form: what is saved on the server (or empty), with the member's edits on top. Fields that were not
 * edited follow the saved values. The edits of `draftFields` survive reloads and expired sessions; never name a password
 * there, and an address only in a form of a signed-in member.
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
