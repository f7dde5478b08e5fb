import { useQuery } from '@tanstack/react-query'
import { getUser, type User } from '#contract/accounts/accounts.ts'
import { SettingsCard } from '#web/accounts/settings/SettingsCard.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { Failure, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { LocationForm } from './LocationForm.tsx'
import { LocationResult } from './LocationResult.tsx'
import styles from '#web/accounts/settings/Settings.module.css'

/**
 * The card with the member's postal address. It loads the address, because the browser does not store it. The form appears
 * only after the address is loaded, because saving an empty form would remove the address.
 */
export function LocationPanel({ userId }: { userId: string }) {
  const user = useQuery({ ...queryFor(getUser, { id: userId }), staleTime: 0 })
  return (
    <SettingsCard title="Your Location">
      <LocationContent user={user} />
    </SettingsCard>
  )
}

type UserQuery = {
  data: { user?: User | undefined } | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

function LocationContent({ user: { data, error, isError, isFetching, refetch } }: { user: UserQuery }) {
  if (data?.user) {
    return (
      <>
        <LocationForm user={data.user} />
        {data.user.address && <LocationResult />}
      </>
    )
  }
  if (isError) {
    return (
      <Failure
        level={3}
        title="Your address could not be loaded"
        error={error}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <LoadingShape label="Loading your address" className={styles.body}>
      <Skeleton height="3rem" />
      <Skeleton height="3rem" width="60%" />
    </LoadingShape>
  )
}
