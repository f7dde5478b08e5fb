import { useEffect, useState } from 'react'
import { messageOr } from '../api/api.ts'

/** How long "Saved" stands beside its button. */
export const savedShownFor = 3000

type Saving = { is: 'idle' | 'busy' | 'saved' } | { is: 'failed'; words: string }

/**
 * One form's way to the server and back. `failure` is for the box above the form; `refuse` of the form takes a failure
 * first and answers whether it marked a field, which then says it better.
 */
export function useSaving(fallback: { answer: string; exception: string }) {
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })

  useEffect(() => {
    if (saving.is !== 'saved') return undefined
    const timer = setTimeout(() => setSaving({ is: 'idle' }), savedShownFor)
    return () => clearTimeout(timer)
  }, [saving])

  async function save(send: () => Promise<void>, refuse?: (failure: unknown) => boolean) {
    setSaving({ is: 'busy' })
    try {
      await send()
      setSaving({ is: 'saved' })
    } catch (failure) {
      const isMarked = refuse?.(failure) ?? false
      setSaving(isMarked ? { is: 'idle' } : { is: 'failed', words: messageOr(failure, fallback) })
    }
  }

  return {
    isBusy: saving.is === 'busy',
    isSaved: saving.is === 'saved',
    failure: saving.is === 'failed' ? saving.words : null,
    save,
    /** An edit takes a refusal away. */
    forgive: () => setSaving((now) => (now.is === 'failed' ? { is: 'idle' } : now)),
  }
}
