import { BadgeCheck } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import styles from './VerifiedTick.module.css'

/** A check mark for members with a verified email address. Nothing else about members is verified. */
export function VerifiedTick() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is an inline icon
    <span role="img" aria-label={t('Email verified')} title={t('Email verified')} className={styles.tick}>
      <BadgeCheck aria-hidden="true" />
    </span>
  )
}
