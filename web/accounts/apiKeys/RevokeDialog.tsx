import { useMutation, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import { listApiKeys, revokeApiKey, type ApiKey } from '#contract/openData/apiKeys.ts'
import { call, messageOr, queryFor } from '#web/kit/api/api.ts'
import { focusContent } from '#web/kit/focus.ts'
import { AlertDialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'

/** Revokes an API key after a confirmation, because programs that use the key stop working. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const cache = useQueryClient()
  const revocation = useMutation({
    mutationFn: () => call(revokeApiKey, { id: apiKey.key_id }),
    onSuccess: () => {
      cache.setQueryData(
        queryFor(listApiKeys, {}).queryKey,
        (current) =>
          current && { ...current, keys: current.keys.filter(({ key_id }) => key_id !== apiKey.key_id) },
      )
      toast(t('Key revoked'))
      // The button that opened the dialog disappears with its key.
      flushSync(onClose)
      focusContent()
    },
    onError: (error) => {
      toast(messageOr(error, t('The key could not be revoked. Please try again.')), 'failure')
      onClose()
    },
  })
  return (
    <AlertDialog
      title={t('Revoke {name}?', { name: apiKey.name })}
      isOpen
      confirmLabel={t('Revoke key')}
      isBusy={revocation.isPending}
      busyLabel={t('Revoking...')}
      onConfirm={() => revocation.mutate()}
      onCancel={onClose}
    >
      <p>{t("Programs that use this key stop working right away. You can't undo this.")}</p>
    </AlertDialog>
  )
}
