import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDraftRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { deleteDraft } from '#web/kit/forms/useDraft.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { useIsMounted } from '#web/kit/useIsMounted.ts'
import { chosenLanguage, languageKey } from './chosenLanguage.ts'

const sendingKey = (draft: string) => ['send draft', draft] as const

/** True if this draft is being sent, even by a form that is no longer on the screen. */
export function useIsSending(draft: string): boolean {
  return useIsMutating({ mutationKey: sendingKey(draft) }) > 0
}

type Sending<Stored, Shown> = {
  send: (content: string, idempotencyKey: string) => Promise<Stored>
  /** Shows the text while it is being sent. The result is passed to `onSuccess` and `onError`. */
  onStart: (content: string) => Promise<Shown>
  onSuccess: (response: Stored, shown: Shown) => void
  onError?: (error: Error, shown: Shown | undefined) => void
  failureMessage: (error: Error) => string
}

/**
 * Sends the draft of a post or comment and deletes it when the server has the text. A retry after a lost response has the
 * same idempotency key. If the form is no longer on the screen, a toast shows the error.
 */
export function useSendDraft<Stored, Shown>(draft: string, sending: Sending<Stored, Shown>) {
  const cache = useQueryClient()
  const retry = useDraftRetry(draft)
  const isMounted = useIsMounted()
  const mutationKey = sendingKey(draft)
  const mutation = useMutation<Stored, Error, string, Shown>({
    mutationKey,
    mutationFn: (content) =>
      retry.send(`${chosenLanguage(draft)} ${content}`, (idempotencyKey) =>
        sending.send(content, idempotencyKey),
      ),
    onMutate: sending.onStart,
    onSuccess: (response, _content, shown) => {
      sending.onSuccess(response, shown)
      deleteDraft(draft)
      deleteDraft(languageKey(draft))
    },
    onError: (error, _content, shown) => {
      sending.onError?.(error, shown)
      if (!isMounted.current) toast(sending.failureMessage(error), 'failure')
    },
  })
  return {
    isSending: useIsSending(draft),
    failure: mutation.error ? sending.failureMessage(mutation.error) : null,
    send(content: string) {
      // The button can be pressed twice before the next render, so the cache decides whether the draft is being sent.
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(content)
    },
  }
}
