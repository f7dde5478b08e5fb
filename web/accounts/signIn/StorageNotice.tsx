import { useSyncExternalStore } from 'react'
import { t } from '#contract/kit/translate.ts'
import { isStorageBlocked } from '#web/kit/browserStorage.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'

const neverChanges = () => () => {}

/** Says what to allow if the browser blocks cookies and storage, because no session can be stored there. */
export function StorageNotice() {
  const isBlocked = useSyncExternalStore(neverChanges, isStorageBlocked, () => false)
  if (!isBlocked) {
    return null
  }
  return (
    <Alert kind="warning" title={t('Your browser blocks site data')} level={3}>
      <p>
        {t(
          'To sign in, allow cookies and site data for this site in your browser’s settings, then reload the page.',
        )}
      </p>
    </Alert>
  )
}
