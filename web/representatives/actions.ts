import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills/bills.ts'
import {
  contactRepresentative,
  listContacts,
  type Representative,
} from '../../contract/representatives/representatives.ts'
import { ApiError, call, messageOf } from '../kit/api/api.ts'
import { useDraftRetry, responseWasLost } from '../kit/api/useIdempotentRetry.ts'
import { deleteDraft } from '../kit/forms/useDraft.ts'
import { toast } from '../kit/ui/overlays/toast.ts'
import { useIsMounted } from '../kit/useIsMounted.ts'
import type { SentMessage } from './contact/ContactSent.tsx'

/** What a message is about: a bill, or nothing in particular, to one representative. */
export type MessageTopic = { bill: Bill; to?: undefined } | { bill?: undefined; to: Representative }

/** Names the drafts of a message about a bill, or to a representative. */
export function draftKeyOf({ bill, to }: MessageTopic): string {
  return bill ? bill.bill_id : `to:${to.rep_id}`
}

/** The keys of the drafts of a message: its text, its recipient and its subject. */
export function messageDraftKeys(key: string) {
  const message = `contact:${key}`
  return { message, to: `${message}:to`, subject: `${message}:subject` }
}

type Message = { representative: Representative; subject: string; message: string }

/**
 * Sends a message. The message of a failure can be shown to the member. The form can be closed and opened
 * again during the request, so the mutation and the key of a lost response belong to the draft, and a failure is shown as
 * a toast if the form is not mounted.
 */
export function useContact(topic: MessageTopic, onSent: (sent: SentMessage) => void) {
  const cache = useQueryClient()
  const key = draftKeyOf(topic)
  const draftKeys = messageDraftKeys(key)
  const retry = useDraftRetry(draftKeys.message)
  const isMounted = useIsMounted()
  const mutationKey = ['contact', key]
  const isSending = useIsMutating({ mutationKey }) > 0
  const readContacts = () => void cache.invalidateQueries({ queryKey: [listContacts.path] })
  const sending = useMutation({
    mutationKey,
    onSuccess: (sent) => {
      for (const key of Object.values(draftKeys)) deleteDraft(key)
      readContacts()
      onSent(sent)
    },
    onError: (error) => {
      if (!isMounted.current) toast(error.message, 'failure')
      // The server may have accepted the message although there was no response.
      if (responseWasLost(error.cause)) readContacts()
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
        }
      } catch (error) {
        const hasText = error instanceof ApiError && error.serverText !== null
        throw new Error(`${hasText ? 'Error' : 'Failed to prepare contact'}: ${messageOf(error)}`, {
          cause: error,
        })
      }
    },
  })
  return {
    isSending,
    send(message: Message, onFailure: (error: Error) => void) {
      // Reads the cache, because a second press can come before the next render.
      if (cache.isMutating({ mutationKey }) === 0) sending.mutate(message, { onError: onFailure })
    },
  }
}
