import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import {
  recordFormOpened,
  recordReply,
  recordSent,
  updateMessageSettings,
  getMessageSettings,
  type ReplyType,
} from '#contract/messages.ts'
import { listContacts } from '#contract/representatives.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'

export type Reply = { reply_type: ReplyType; occurred_on: string; note: string | null }

export function useRecordReply(contact_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (reply: Reply) => call(recordReply, { id: contact_id, ...reply }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [listContacts.path] }),
  })
}

/** Records that the member opened the form of the office. The link works even if this call fails. */
export function useRecordFormOpened(contact_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(recordFormOpened, { id: contact_id }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [listContacts.path] }),
  })
}

/** Records that the member says they sent the message through the form of the office. */
export function useRecordSent(contact_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(recordSent, { id: contact_id }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [listContacts.path] }),
  })
}

export function useUpdateMessageSettings() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { asks_for_replies?: boolean; is_counted?: boolean }) =>
      call(updateMessageSettings, change),
    onSuccess: () => cache.invalidateQueries({ queryKey: [getMessageSettings.path] }),
    onError: (error) => toast(t('Not saved: {reason}', { reason: messageOf(error) }), 'failure'),
  })
}
