import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listApiKeys, revokeApiKey, type ApiKey } from '../../../contract/openData/apiKeys.ts'
import { call, messageOr, queryFor } from '../../kit/api/api.ts'
import { AlertDialog } from '../../kit/ui/overlays/Dialog.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'

/** Asks before a key is revoked, because programs that use it stop working. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const cache = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => call(revokeApiKey, { id: apiKey.key_id }),
    onSuccess: () => {
      cache.setQueryData(
        queryFor(listApiKeys, {}).queryKey,
        (current) =>
          current && { ...current, keys: current.keys.filter(({ key_id }) => key_id !== apiKey.key_id) },
      )
      toast('Key revoked')
      onClose()
    },
    onError: (error) => {
      toast(messageOr(error, 'The key could not be revoked. Please try again.'), 'failure')
      onClose()
    },
  })
  return (
    <AlertDialog
      title={`Revoke ${apiKey.name}?`}
      isOpen
      confirmLabel="Revoke key"
      isBusy={revoking.isPending}
      busyLabel="Revoking..."
      onConfirm={() => revoking.mutate()}
      onCancel={onClose}
    >
      <p>Programs that use this key stop working right away. You can't undo this.</p>
    </AlertDialog>
  )
}
