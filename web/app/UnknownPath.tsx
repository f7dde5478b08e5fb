import { useEffect } from 'react'
import { t } from '#contract/kit/translate.ts'
import { Navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'

/** Opens the feed for a URL that leads nowhere, and says so. The server answers visitors with a page of its own. */
export function UnknownPath() {
  const { pathname } = useLocation()
  useEffect(() => {
    toast(t('There is nothing at {address}. This is your feed.', { address: pathname }), 'failure')
  }, [pathname])
  return <Navigate to={paths.feed} replace />
}
