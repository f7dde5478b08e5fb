import { useEffect, useState, type RefObject } from 'react'
import { ApiError, wordsOr } from '../kit/api.ts'
import { fieldOfRefusal } from './settingsForms.ts'

/** How long "Saved" stands beside its button. */
export const savedShownFor = 3000

type Saving =
  | { is: 'idle' | 'busy' | 'saved' }
  | { is: 'failed'; words: string; fields: Readonly<Record<string, string>> }

/**
 * One form's way to the server and back. A refusal that is about a field is in `refused` by the field's name, and the
 * first such field takes the focus; any other is `failure`, for the box above the form.
 */
export function useSaving(
  form: RefObject<HTMLElement | null>,
  fallback: { answer: string; exception: string },
) {
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })

  useEffect(() => {
    if (saving.is === 'failed') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (saving.is !== 'saved') return undefined
    const timer = setTimeout(() => setSaving({ is: 'idle' }), savedShownFor)
    return () => clearTimeout(timer)
  }, [saving, form])

  async function save(deed: () => Promise<void>) {
    setSaving({ is: 'busy' })
    try {
      await deed()
      setSaving({ is: 'saved' })
    } catch (failure) {
      setSaving({ is: 'failed', words: wordsOr(failure, fallback), fields: fieldsOf(failure) })
    }
  }

  const refused = saving.is === 'failed' ? saving.fields : {}
  return {
    isBusy: saving.is === 'busy',
    isSaved: saving.is === 'saved',
    refused,
    failure: saving.is === 'failed' && Object.keys(refused).length === 0 ? saving.words : null,
    save,
    /** An edit takes a refusal away. */
    forgive: () => setSaving((now) => (now.is === 'failed' ? { is: 'idle' } : now)),
  }
}

function fieldsOf(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiError)) return {}
  const field = failure.code ? fieldOfRefusal[failure.code] : undefined
  return field ? { [field]: failure.words } : failure.fields
}
