import { t } from '#contract/kit/translate.ts'
import type { VoteEvent } from '#contract/votes/votes.ts'
import { formatNumber } from '#web/kit/format.ts'
import { optionLabels } from './ownVotes.ts'
import { countsOf } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The counts of a vote as a bar, with the numbers and their labels below it. */
export function VoteBar({ event }: { event: VoteEvent }) {
  const counts = countsOf(event)
  const tie = event.vice_president_vote
  if (counts.length === 0) {
    return null
  }
  return (
    <div className={styles.tally}>
      <div className={styles.bar} aria-hidden="true">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ option, count }) => (
            <span key={option} data-option={option} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={styles.counts}>
        {counts.map(({ option, count }) => (
          <li key={option}>
            <span className={styles.swatch} data-option={option} aria-hidden="true" />
            <b>{formatNumber(count)}</b> {optionLabels[option].toLowerCase()}
          </li>
        ))}
      </ul>
      {tie && (
        <p className="note-text">
          {tie === 'yes'
            ? t('The Vice President broke the tie with a yes.')
            : t('The Vice President broke the tie with a no.')}
        </p>
      )}
    </div>
  )
}
