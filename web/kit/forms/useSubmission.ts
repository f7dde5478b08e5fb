import { useEffect, useState } from 'react'
import { messageOr, type FallbackMessage } from '#web/kit/api/api.ts'

/** The time for which "Saved" is shown beside the button of a form. */
export const savedMessageMs = 3000

type Submission = { state: 'idle' | 'busy' | 'saved' } | { state: 'failed'; message: string }

/**
 * Sends a form and keeps the state of the submission. `failure` is the message for the alert above the form. It stays
 * null if `showServerErrors` has shown the failure at a field.
 */
export function useSubmission(fallback: FallbackMessage) {
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' })

  useEffect(() => {
    if (submission.state !== 'saved') return undefined
    const timer = setTimeout(() => setSubmission({ state: 'idle' }), savedMessageMs)
    return () => clearTimeout(timer)
  }, [submission])

  async function submit(send: () => Promise<void>, showServerErrors?: (failure: unknown) => boolean) {
    setSubmission({ state: 'busy' })
    try {
      await send()
      setSubmission({ state: 'saved' })
    } catch (failure) {
      const isShownAtField = showServerErrors?.(failure) ?? false
      setSubmission(
        isShownAtField ? { state: 'idle' } : { state: 'failed', message: messageOr(failure, fallback) },
      )
    }
  }

  return {
    isBusy: submission.state === 'busy',
    isSaved: submission.state === 'saved',
    failure: submission.state === 'failed' ? submission.message : null,
    submit,
    clearFailure: () =>
      setSubmission((current) => (current.state === 'failed' ? { state: 'idle' } : current)),
  }
}
