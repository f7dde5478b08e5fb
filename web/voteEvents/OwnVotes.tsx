import { t } from '#contract/kit/translate.ts'
import type { VoteEvent } from '#contract/votes/votes.ts'
import { Link } from '#web/kit/history.tsx'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { paths } from '#web/kit/paths.ts'
import { votedText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The votes of the people who represented the viewer on the day of the vote. */
export function OwnVotes({ event }: { event: VoteEvent }) {
  if (event.your_representatives.length === 0) {
    return null
  }
  return (
    <ul className={styles.own} aria-label={t('How your representatives voted')}>
      {event.your_representatives.map(({ rep_id, rep_name, title, option, source_option, is_in_office }) => (
        <li key={rep_id} data-option={option}>
          <span>
            <Link to={paths.representative(rep_id)}>{rep_name}</Link>
            <span className={styles.office}>
              {officeTitle(title)}
              {!is_in_office && `, ${t('no longer in office')}`}
            </span>
          </span>
          <b>{votedText(option, source_option)}</b>
        </li>
      ))}
    </ul>
  )
}
