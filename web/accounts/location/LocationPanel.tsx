import { useQuery } from '@tanstack/react-query'
import { getUser, type User } from '../../../contract/accounts.ts'
import { queryFor } from '../../kit/api/api.ts'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { SettingsCard } from '../settings/SettingsCard.tsx'
import { LocationForm } from './LocationForm.tsx'
import { LocationResult } from './LocationResult.tsx'
import styles from '../settings/Settings.module.css'

/**
 * The address is not kept in the browser (R29), so it is asked for here: a form that began empty because of a lost
 * answer would clear it.
 */
export function LocationPanel({ userId }: { userId: string }) {
  const own = useQuery({ ...queryFor(getUser, { id: userId }), staleTime: 0 })
  return <SettingsCard title="Your Location">{contentOf(own)}</SettingsCard>
}

function contentOf(own: {
  data: { user?: User | undefined } | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}) {
  if (own.data?.user) {
    return (
      <>
        <LocationForm user={own.data.user} />
        {own.data.user.address && <LocationResult />}
      </>
    )
  }
  if (own.isError) {
    return (
      <Failure
        level={3}
        title="Your address could not be loaded"
        error={own.error}
        onRetry={own.refetch}
        isRetrying={own.isFetching}
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
