import { Link } from 'react-router'
import { paths } from '#web/kit/paths.ts'
import styles from './AuthorLink.module.css'

type AuthorLinkProps = { username: string; name: string }

/** A link to the profile of an author. */
export function AuthorLink({ username, name }: AuthorLinkProps) {
  return (
    <Link to={paths.profile(username)} className={styles.name}>
      {name}
    </Link>
  )
}
