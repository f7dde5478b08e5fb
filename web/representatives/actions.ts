import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import { contactRepresentative, listContacts, type Representative } from '../../contract/representatives.ts'
import { ApiError, call, messageOf } from '../kit/api/api.ts'
import { useIdempotentRetry } from '../kit/api/useIdempotentRetry.ts'
import { forgetDraft } from '../kit/forms/useDraft.ts'
import type { Sent } from './ContactSent.tsx'

/** Where what is being written about a bill is kept: the letter, whom it is to, its subject. */
export function letterDrafts(bill_id: string) {
  const message = `contact:${bill_id}`
  return { message, to: `${message}:to`, subject: `${message}:subject` }
}

type Letter = { representative: Representative; subject: string; message: string }

/** Sends a letter about a bill. A failure's message is the words to show: the server's, or why it could not be sent. */
export function useContact(bill: Bill) {
  const cache = useQueryClient()
  const lost = useIdempotentRetry()
  return useMutation({
    onSuccess: () => void cache.invalidateQueries({ queryKey: [listContacts.path] }),
    mutationFn: async ({ representative, subject, message }: Letter): Promise<Sent> => {
      try {
        const letter = { rep_id: representative.rep_id, subject, message, bill_id: bill.bill_id }
        const { contact } = await lost.repeat(JSON.stringify(letter), (idempotencyKey) =>
          call(contactRepresentative, letter, { idempotencyKey }),
        )
        for (const place of Object.values(letterDrafts(bill.bill_id))) forgetDraft(place)
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
}
