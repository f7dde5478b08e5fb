import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { endOtherSessions, listSessions, type Session } from '#contract/accounts/accounts.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { queryFor, call, messageOr } from '#web/kit/api/api.ts'
import { formatDate, timeAgo } from '#web/kit/format.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const fallback = t('Failed to sign out everywhere else. Please try again.')

/** The list of the member's sessions. One button ends all of them except the current session. */
export function SessionsCard() {
  const cache = useQueryClient()
  const sessions = useQuery({ ...queryFor(listSessions, {}), staleTime: 0 })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      cache.setQueryData(
        queryFor(listSessions, {}).queryKey,
        (current) =>
          current && { ...current, sessions: current.sessions.filter((session) => session.is_current) },
      )
      toast(
        plural(ended, 'You were signed out on {n} other device.|You were signed out on {n} other devices.'),
      )
    },
    onError: (error) => toast(messageOr(error, fallback), 'failure'),
  })

  return (
    <SettingsCard title={t("Where You're Signed In")}>
      <QueryView
        query={sessions}
        level={3}
        title={t("We couldn't load your sessions")}
        shape={{ label: t('Loading your sessions'), className: styles.body, heights: ['2.5rem', '2.5rem'] }}
      >
        {({ sessions: list }) => (
          <>
            <ul className={styles.sessions}>
              {list.map((session) => (
                <SessionItem key={session.session_id} session={session} />
              ))}
            </ul>
            <div className={styles.divided}>
              <SettingsRow
                title={t('Sign out everywhere else')}
                description={
                  list.length > 1
                    ? t(
                        'Signs you out on every other device, and ends the private addresses of your feed and calendar.',
                      )
                    : t("You're not signed in anywhere else.")
                }
              >
                {/* The button is shown even if there is no other session, because it may have the focus. */}
                <Button
                  variant="secondary"
                  aria-disabled={list.length < 2 || undefined}
                  busy={endOthers.isPending}
                  busyLabel={t('Signing out...')}
                  onClick={() => list.length > 1 && endOthers.mutate()}
                >
                  {!endOthers.isPending && <LogOut aria-hidden="true" />}
                  {t('Sign out everywhere else')}
                </Button>
              </SettingsRow>
            </div>
          </>
        )}
      </QueryView>
    </SettingsCard>
  )
}

function SessionItem({ session }: { session: Session }) {
  const { device, created_at, last_seen_at, is_current, gets_notifications } = session
  return (
    <li>
      <MonitorSmartphone aria-hidden="true" />
      <div>
        <p className={styles.device}>{device}</p>
        <p className="muted">
          {t('Signed in on {date}. Last used: {time}.', {
            date: formatDate(created_at),
            time: timeAgo(last_seen_at),
          })}
          {gets_notifications && ` ${t('Shows notifications.')}`}
        </p>
      </div>
      {is_current && <Badge tone="live">{t('This device')}</Badge>}
    </li>
  )
}
