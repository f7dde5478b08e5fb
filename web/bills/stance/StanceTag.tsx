import { type AuthorStances, type Stance, stanceTag } from '#contract/stances.ts'
import { stanceNames } from '#web/bills/stance/stanceLabels.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { StanceIcon } from './StanceIcon.tsx'
import styles from './stance.module.css'

/** The stance of a comment's author on this bill, and the one when the comment was written if that was another one. */
export function StanceTag({ user_stance, stance_when_written }: AuthorStances) {
  const tag = stanceTag(user_stance, stance_when_written)
  if (!tag) {
    return null
  }
  return (
    <span className={classNames(styles.tag, user_stance && styles[user_stance])}>
      <span className={styles.tagLabel}>
        {user_stance && <StanceIcon stance={user_stance} />}
        {tag.label}
      </span>{' '}
      {tag.earlier && <span className={styles.earlier}>{tag.earlier}</span>}
    </span>
  )
}

/** The stance of the reader, such as "Your stance: Still learning". */
export function OwnStance({ stance }: { stance: Stance }) {
  return (
    <T
      text="Your stance: {stance}"
      values={{
        stance: (
          <span className={classNames(styles.tag, styles[stance])}>
            <span className={styles.tagLabel}>
              <StanceIcon stance={stance} />
              {stanceNames[stance]}
            </span>
          </span>
        ),
      }}
    />
  )
}
