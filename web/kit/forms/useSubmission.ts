import { useEffect, useState } from 'react'
import { messageOr, type FallbackMessage } from '../api/api.ts'

/** How long "Saved" is shown beside the button of a form. */
export const savedShownFor = 3000

type Submission = { state: 'idle' | 'busy' | 'saved' } | { state: 'failed'; message: string }

/**
 * Sends a form and reports how it went. `failure` is the message for the box above the form; it stays null when
 * `markRefused` of the form has shown the failure at a field.
 */
export function useSubmission(fallback: FallbackMessage) {
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' })

  useEffect(() => {
    if (submission.state !== 'saved') return undefined
    const timer = setTimeout(() => setSubmission({ state: 'idle' }), savedShownFor)
    return () => clearTimeout(timer)
  }, [submission])

  async function submit(send: () => Promise<void>, markRefused?: (failure: unknown) => boolean) {
    setSubmission({ state: 'busy' })
    try {
      await send()
      setSubmission({ state: 'saved' })
    } catch (failure) {
      const isMarked = markRefused?.(failure) ?? false
      setSubmission(isMarked ? { state: 'idle' } : { state: 'failed', message: messageOr(failure, fallback) })
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
