import { UserRound } from 'lucide-react'
import { useState } from 'react'
import type { EngagementLevel } from '../../../contract/rules/engagement.ts'
import { initialsOf } from '../format.ts'
import { classNames } from './classNames.ts'
import styles from './Avatar.module.css'

const levelNames = { new: 'New', bronze: 'Bronze', silver: 'Silver', gold: 'Gold' }

type AvatarProps = {
  /** Empty for somebody who is not told: a deleted comment keeps a place for its author. */
  name: string
  pictureUrl: string | null
  level: EngagementLevel | null
  size?: 'small' | 'normal' | 'medium' | 'large' | 'huge' | undefined
  /** Beside the name of the same person the ring needs no second mention. */
  decorative?: boolean | undefined
}

/** A portrait whose ring fills as the engagement level rises; initials without a picture or when it fails. */
export function Avatar({ name, pictureUrl, level, size = 'normal', decorative = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const shown = level ?? 'new'
  const picture = pictureUrl && pictureUrl !== failedUrl ? pictureUrl : null
  return (
    <span
      className={classNames(styles.avatar, styles[shown], size !== 'normal' && styles[size])}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': `${levelNames[shown]} engagement level` })}
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
