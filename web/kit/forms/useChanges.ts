import { useDraft } from './useDraft.ts'

/**
 * The values of a form about something saved. Only what differs is kept as a draft (R85): what nobody has changed here
 * follows the server. `forget` once it is saved.
 */
export function useChanges<Values extends Record<string, string>>(place: string, saved: Values) {
  const [draft, setDraft] = useDraft(place)
  const values = { ...saved, ...readChanges(draft, saved) }

  function setValues(next: Values) {
    const changed = Object.entries(next).filter(([name, value]) => value !== saved[name])
    setDraft(changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : '')
  }
  return [values, setValues, () => setDraft('')] as const
}

function readChanges<Values extends Record<string, string>>(draft: string, saved: Values): Partial<Values> {
  const found: Partial<Values> = {}
  try {
    const stored: Record<string, unknown> = JSON.parse(draft || '{}')
    for (const name in saved) {
      if (typeof stored[name] === 'string') Object.assign(found, { [name]: stored[name] })
    }
  } catch {
    // Someone else's words in our place are no draft.
  }
  return found
}
