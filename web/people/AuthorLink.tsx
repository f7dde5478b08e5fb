import { Link } from 'react-router'
import { paths } from '../kit/paths.ts'
import styles from './AuthorLink.module.css'

type AuthorLinkProps = { username: string; name: string }

/** Leads to the profile of who wrote something. */
export function AuthorLink({ username, name }: AuthorLinkProps) {
  return (
    <Link to={paths.profile(username)} className={styles.name}>
      {name}
    </Link>
  )
}
