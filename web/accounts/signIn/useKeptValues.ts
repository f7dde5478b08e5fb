import { useState } from 'react'
import { readDraft, saveDraft } from '../../kit/forms/drafts.ts'

/**
 * What a visitor has typed into a form; the fields named in `kept` are there again after a reload. Never name a
 * password there, nor an address (R29).
 */
export function useKeptValues<Values extends object>(
  place: string,
  empty: Values,
  kept: readonly (keyof Values)[],
) {
  const [values, setValues] = useState<Values>(() => ({ ...empty, ...readKept<Values>(place, kept) }))
  return [
    values,
    (next: Values) => {
      setValues(next)
      saveDraft('visitor', place, JSON.stringify(Object.fromEntries(kept.map((name) => [name, next[name]]))))
    },
    () => saveDraft('visitor', place, ''),
  ] as const
}

function readKept<Values extends object>(place: string, kept: readonly (keyof Values)[]): Partial<Values> {
  try {
    const stored: Partial<Values> = JSON.parse(readDraft('visitor', place) || '{}')
    const found: Partial<Values> = {}
    for (const name of kept) {
      if (typeof stored[name] === 'string') Object.assign(found, { [name]: stored[name] })
    }
    return found
  } catch {
    return {}
  }
}
