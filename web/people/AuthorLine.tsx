import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { MemberTypeBadge } from './MemberTypeBadge.tsx'
import { VerifiedTick } from './VerifiedTick.tsx'
import styles from './AuthorLink.module.css'

type Author = {
  username: string | null
  full_name: string | null
  is_verified: boolean
  member_type: MemberType | null
}

/** Shows the author of a post or comment with verification and member type. For a tombstone, nothing is shown. */
export function AuthorLine({ author, isViewer = false }: { author: Author; isViewer?: boolean }) {
  const { username, full_name, is_verified, member_type } = author
  return (
    <>
      {username && <AuthorLink username={username} name={full_name || username} />}
      {isViewer && <span className="muted">{t('(you)')}</span>}
      {is_verified && <VerifiedTick />}
      {member_type && member_type !== 'regular' && <MemberTypeBadge type={member_type} />}
    </>
  )
}

type AuthorLinkProps = { username: string; name: string }

function AuthorLink({ username, name }: AuthorLinkProps) {
  return (
    <Link to={paths.profile(username)} className={styles.name}>
      {name}
    </Link>
  )
}
