import { useQuery } from '@tanstack/react-query'
import { getUser } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { SettingsCard } from '#web/accounts/settings/SettingsCard.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { LocationForm } from './LocationForm.tsx'
import { LocationResult } from './LocationResult.tsx'
import styles from '#web/accounts/settings/Settings.module.css'

/**
 * The card with the member's postal address. It loads the address, because the browser does not store it. The form appears
 * only after the address is loaded, because saving an empty form would remove the address.
 */
export function LocationPanel({ userId }: { userId: string }) {
  const query = useQuery({ ...queryFor(getUser, { id: userId }), staleTime: 0 })
  return (
    <SettingsCard title={t('Your Location')}>
      <QueryView
        query={query}
        level={3}
        title={t('Your address could not be loaded')}
        loading={
          <LoadingShape label={t('Loading your address')} className={styles.body}>
            <Skeleton height="3rem" />
            <Skeleton height="3rem" width="60%" />
          </LoadingShape>
        }
      >
        {({ user }) =>
          user && (
            <>
              <LocationForm user={user} />
              {user.address && <LocationResult />}
            </>
          )
        }
      </QueryView>
    </SettingsCard>
  )
}
