import { UserRound } from 'lucide-react'
import { useState } from 'react'
import type { EngagementLevel } from '#contract/accounts/memberRoles.ts'
import { t } from '#contract/kit/translate.ts'
import { initialsOf } from '#web/kit/format.ts'
import { classNames } from './classNames.ts'
import styles from './Avatar.module.css'

const levelNames = { new: t('New'), bronze: t('Bronze'), silver: t('Silver'), gold: t('Gold') }

type AvatarProps = {
  /** The member's name. It is empty if the author is not shown, for example in the tombstone of a deleted comment. */
  name: string
  pictureUrl: string | null
  level: EngagementLevel | null
  size?: 'small' | 'normal' | 'medium' | 'large' | 'huge' | undefined
  /** Hides the avatar from screen readers. Use it beside the member's name. */
  decorative?: boolean | undefined
}

/** A picture with a ring for the engagement level. If there is no picture or it fails to load, the initials are shown. */
export function Avatar({ name, pictureUrl, level, size = 'normal', decorative = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const shownLevel = level ?? 'new'
  const picture = pictureUrl && pictureUrl !== failedUrl ? pictureUrl : null
  return (
    <span
      className={classNames(styles.avatar, styles[shownLevel], size !== 'normal' && styles[size])}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': t('{level} engagement level', { level: levelNames[shownLevel] }) })}
    >
      {picture ? (
        <img
          className={styles.inside}
          src={picture}
          alt=""
          loading="lazy"
          onError={() => setFailedUrl(picture)}
        />
      ) : (
        <span className={classNames(styles.inside, styles.initials)}>
          {name === '' ? <UserRound aria-hidden="true" /> : initialsOf(name)}
        </span>
      )}
    </span>
  )
}
