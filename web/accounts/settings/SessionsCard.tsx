import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { endOtherSessions, listSessions, type Session } from '../../../contract/accounts.ts'
import { queryFor, call, messageOr } from '../../kit/api/api.ts'
import { pluralize, formatDate, timeAgoOrDate } from '../../kit/format.ts'
import { Badge } from '../../kit/ui/Badge.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const fallback = 'Failed to sign out everywhere else. Please try again.'

/** Where one is signed in; everything but this browser can be ended at once. */
export function SessionsCard() {
  const cache = useQueryClient()
  const sessions = useQuery({ ...queryFor(listSessions, {}), staleTime: 0 })
  const ending = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      cache.setQueryData(queryFor(listSessions, {}).queryKey, (held) =>
        held ? { ...held, sessions: held.sessions.filter((one) => one.is_current) } : held,
      )
      toast(`You were signed out in ${pluralize(ended, 'other place')}.`)
    },
    onError: (error) => toast(messageOr(error, { answer: fallback, exception: fallback }), 'failure'),
  })

  const held = sessions.data?.sessions
  return (
    <SettingsCard title="Where You Are Signed In">
      {sessions.isError && (
        <Failure
          level={3}
          title="Your sign-ins could not be loaded"
          error={sessions.error}
          onRetry={sessions.refetch}
          isRetrying={sessions.isFetching}
        />
      )}
      {!held && !sessions.isError && (
        <LoadingShape label="Loading your sign-ins" className={styles.body}>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </LoadingShape>
      )}
      {held && (
        <>
          <ul className={styles.sessions}>
            {held.map((session) => (
              <SessionItem key={session.session_id} session={session} />
            ))}
          </ul>
          <div className={styles.divided}>
            <SettingsRow
              title="Sign out everywhere else"
              words={
                held.length > 1
                  ? 'Ends every sign-in of this list but the one you are using.'
                  : 'You are signed in nowhere else.'
              }
            >
              {/* Stays when there is nothing left to end: it may hold the focus. */}
              <Button
                variant="secondary"
                aria-disabled={held.length < 2 || undefined}
                busy={ending.isPending}
                busyLabel="Signing out..."
                onClick={() => held.length > 1 && ending.mutate()}
              >
                {!ending.isPending && <LogOut aria-hidden="true" />}
                Sign out everywhere else
              </Button>
            </SettingsRow>
          </div>
        </>
      )}
    </SettingsCard>
  )
}

function SessionItem({ session: { device, created_at, last_seen_at, is_current } }: { session: Session }) {
  return (
    <li>
      <MonitorSmartphone aria-hidden="true" />
      <div>
        <p className={styles.device}>{device}</p>
        <p className="muted">
          Signed in on {formatDate(created_at)}. Last used: {timeAgoOrDate(last_seen_at)}.
        </p>
      </div>
      {is_current && <Badge tone="live">This device</Badge>}
    </li>
  )
}
