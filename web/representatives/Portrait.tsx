import { useState } from 'react'
import { smallPictureUrl } from '#contract/people.ts'
import type { Representative } from '#contract/representatives.ts'
import { initialsOf } from '#web/kit/format.ts'
import styles from './OwnRepresentatives.module.css'

/**
 * The photo of a representative, or their initials. A photo on another site is not loaded, because the owner of that
 * site would learn who looks up which representative. The content security policy forbids it too.
 */
export function Portrait({
  representative,
}: {
  representative: Pick<Representative, 'rep_name' | 'photo_url'>
}) {
  const { rep_name, photo_url } = representative
  const [hasFailed, setHasFailed] = useState(false)
  return photo_url && isOwnSite(photo_url) && !hasFailed ? (
    <img
      className={styles.portrait}
      src={smallPictureUrl(photo_url)}
      alt=""
      loading="lazy"
      width={48}
      height={48}
      onError={() => setHasFailed(true)}
    />
  ) : (
    <span className={styles.portrait} aria-hidden="true">
      {initialsOf(rep_name)}
    </span>
  )
}

function isOwnSite(url: string): boolean {
  try {
    return new URL(url, window.location.origin).origin === window.location.origin
  } catch {
    return false
  }
}
