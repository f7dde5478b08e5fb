import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { contactRepresentative, listContacts, type Representative } from '#contract/representatives.ts'
import { ApiError, call, messageOf } from '#web/kit/api/api.ts'
import { useDraftRetry, responseWasLost } from '#web/kit/api/useIdempotentRetry.ts'
import { deleteDraft } from '#web/kit/forms/useDraft.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { useIsMounted } from '#web/kit/useIsMounted.ts'
import type { SentMessage } from './contact/ContactSent.tsx'

/** A message is either about a bill, or to one representative without being about a bill. */
export type MessageTopic = { bill: Bill; to?: undefined } | { bill?: undefined; to: Representative }

/** Returns the part of the draft keys that identifies the topic. */
export function topicKey({ bill, to }: MessageTopic): string {
  return bill ? bill.bill_id : `to:${to.rep_id}`
}

/** Returns the storage keys of the drafts of a message: its text, its recipient and its subject. */
export function messageDraftKeys(key: string) {
  const message = `contact:${key}`
  return { message, to: `${message}:to`, subject: `${message}:subject` }
}

type Message = { representative: Representative; subject: string; message: string }

/**
 * Sends a message. The text of an error can be shown to the member. The form can be closed and opened again during the
 * request, so the mutation and the idempotency key belong to the draft. If the form is closed, a toast shows the error.
 */
export function useContact(topic: MessageTopic, onSent: (sent: SentMessage) => void) {
  const cache = useQueryClient()
  const key = topicKey(topic)
  const draftKeys = messageDraftKeys(key)
  const retry = useDraftRetry(draftKeys.message)
  const isMounted = useIsMounted()
  const mutationKey = ['contact', key]
  const isSending = useIsMutating({ mutationKey }) > 0
  const refetchContacts = () => void cache.invalidateQueries({ queryKey: [listContacts.path] })
  const sending = useMutation({
    mutationKey,
    onSuccess: (sent) => {
      for (const key of Object.values(draftKeys)) deleteDraft(key)
      refetchContacts()
      onSent(sent)
    },
    onError: (error) => {
      if (!isMounted.current) toast(error.message, 'failure')
      // The server may have accepted the message although the response was lost.
      if (responseWasLost(error.cause)) refetchContacts()
    },
    mutationFn: async ({ representative, subject, message }: Message): Promise<SentMessage> => {
      try {
        const input = {
          rep_id: representative.rep_id,
          subject,
          message,
          bill_id: topic.bill?.bill_id ?? null,
        }
        const { contact } = await retry.send(JSON.stringify(input), (idempotencyKey) =>
          call(contactRepresentative, input, { idempotencyKey }),
        )
        const { rep_name, office_phone, email } = representative
        const { contact_id, created_at, delivery, contact_form_url } = contact
        const mail_state = delivery === 'email' ? 'pending' : null
        return {
          contact_id,
          rep_name,
          created_at,
          delivery,
          mail_state,
          message,
          contact_form_url,
          office_phone,
          email,
          timeline: [],
        }
      } catch (error) {
        const hasText = error instanceof ApiError && error.serverText !== null
        const reason = messageOf(error)
        throw new Error(
          hasText ? t('Error: {reason}', { reason }) : t('Failed to prepare contact: {reason}', { reason }),
          { cause: error },
        )
      }
    },
  })
  return {
    isSending,
    send(message: Message, onFailure: (error: Error) => void) {
      // The button can be pressed twice before the next render, so the cache decides whether the message is being sent.
      if (cache.isMutating({ mutationKey }) === 0) sending.mutate(message, { onError: onFailure })
    },
  }
}
