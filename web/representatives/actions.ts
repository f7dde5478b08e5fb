import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import { contactRepresentative, listContacts, type Representative } from '../../contract/representatives.ts'
import { ApiError, call, messageOf } from '../kit/api/api.ts'
import { useDraftRetry, responseWasLost } from '../kit/api/useIdempotentRetry.ts'
import { forgetDraft } from '../kit/forms/useDraft.ts'
import { toast } from '../kit/ui/overlays/toast.ts'
import { useIsMounted } from '../kit/useIsMounted.ts'
import type { Sent } from './ContactSent.tsx'

/** Where what is being written about a bill is kept: the letter, whom it is to, its subject. */
export function letterDrafts(bill_id: string) {
  const message = `contact:${bill_id}`
  return { message, to: `${message}:to`, subject: `${message}:subject` }
}

type Letter = { representative: Representative; subject: string; message: string }

/**
 * Sends a letter about a bill. A failure's message is the words to show: the server's, or why it could not be sent. The
 * form can be closed and opened again while the letter is under way, so what is being sent and the key of a lost answer
 * belong to the draft; a form that is no longer on the screen says its failure in a toast.
 */
export function useContact(bill: Bill, onSent: (sent: Sent) => void) {
  const cache = useQueryClient()
  const drafts = letterDrafts(bill.bill_id)
  const lost = useDraftRetry(drafts.message)
  const isMounted = useIsMounted()
  const mutationKey = ['contact', bill.bill_id]
  const isSending = useIsMutating({ mutationKey }) > 0
  const readContacts = () => void cache.invalidateQueries({ queryKey: [listContacts.path] })
  const sending = useMutation({
    mutationKey,
    onSuccess: (sent) => {
      for (const place of Object.values(drafts)) forgetDraft(place)
      readContacts()
      onSent(sent)
    },
    onError: (error) => {
      if (!isMounted.current) toast(error.message, 'failure')
      // It may have arrived although no answer came back.
      if (responseWasLost(error.cause)) readContacts()
    },
    mutationFn: async ({ representative, subject, message }: Letter): Promise<Sent> => {
      try {
        const letter = { rep_id: representative.rep_id, subject, message, bill_id: bill.bill_id }
        const { contact } = await lost.repeat(JSON.stringify(letter), (idempotencyKey) =>
          call(contactRepresentative, letter, { idempotencyKey }),
        )
        const { rep_name, office_phone, email } = representative
        const { created_at, delivery, contact_form_url } = contact
        const mail_state = delivery === 'email' ? 'pending' : null
        return { rep_name, created_at, delivery, mail_state, message, contact_form_url, office_phone, email }
      } catch (error) {
        const refused = error instanceof ApiError && error.serverText !== null
        throw new Error(`${refused ? 'Error' : 'Failed to prepare contact'}: ${messageOf(error)}`, {
          cause: error,
        })
      }
    },
  })
  return {
    isSending,
    send(letter: Letter, onFailure: (error: Error) => void) {
      // Asked of the cache: two presses can come before the form is drawn again.
      if (cache.isMutating({ mutationKey }) === 0) sending.mutate(letter, { onError: onFailure })
    },
  }
}
