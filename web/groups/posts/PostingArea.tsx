import { useQuery } from '@tanstack/react-query'
import { canPost, cannotPostReasons, type Group } from '#contract/groups.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { queryFor, messageOr } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { PostComposer } from './PostComposer.tsx'
import styles from '#web/groups/GroupFeed.module.css'

const failure = {
  response: t('Unable to verify posting permissions.'),
  noResponse: t('Unable to verify posting permissions at this time.'),
}

type Permission =
  | { state: 'checking' }
  | { state: 'signed_out' }
  | { state: 'yes' }
  | { state: 'no'; reason: string; isRefused: boolean }

/** Returns whether the viewer can post in this group. The server checks this again when they post. */
export function useCanPost(id: string): Permission {
  const { user } = useSession()
  const { data, error } = useQuery({ ...queryFor(canPost, { id }), enabled: user !== null })
  if (!user) {
    return { state: 'signed_out' }
  }
  if (!data) {
    return error
      ? { state: 'no', reason: messageOr(error, failure), isRefused: false }
      : { state: 'checking' }
  }
  return data.can_post
    ? { state: 'yes' }
    : {
        state: 'no',
        reason: data.reason ? t(cannotPostReasons.notResident) : failure.response,
        isRefused: true,
      }
}

/** The composer, or the reason why the viewer cannot post. */
export function PostingArea({ group, permission }: { group: Group; permission: Permission }) {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  if (permission.state === 'yes') {
    return <PostComposer group_id={group.group_id} />
  }
  if (permission.state === 'checking') {
    return (
      <div className={`card ${styles.checking}`}>
        <Loading>{t('Checking posting permissions...')}</Loading>
      </div>
    )
  }
  if (permission.state === 'signed_out') {
    return (
      <Alert kind="info" title={t('Sign In to Participate')}>
        <p>{t(cannotPostReasons.signedOut)}</p>
        <p className={styles.alertAction}>
          <ButtonLink to={paths.login} state={{ from: `${pathname}${search}` }}>
            {t('SIGN IN')}
          </ButtonLink>
        </p>
      </Alert>
    )
  }
  if (user?.accountStatus === 'inactive') {
    // The server gives only the residence as a reason, which would be wrong for a resident with a deactivated account.
    return (
      <Alert kind="warning" title={t('Cannot Post in This Group')}>
        <p>{t(refusals.account_deactivated[1])}</p>
      </Alert>
    )
  }
  return (
    <Alert kind="warning" title={t('Cannot Post in This Group')}>
      <p>{permission.reason}</p>
      <p>
        {t(
          'You can still view posts and like content, but posting is restricted to group jurisdiction members.',
        )}
      </p>
      {permission.isRefused && !user?.address && (
        <p className={styles.alertAction}>
          <Link to={paths.settingsSection('location')}>{t('Add your address in Settings')}</Link>
        </p>
      )}
    </Alert>
  )
}
