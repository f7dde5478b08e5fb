import { Landmark } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { ownVotesText } from './ownVotes.ts'
import styles from './OwnVotesLine.module.css'

/** The line "Your representatives: 1 yes, 1 no" on the card of a bill. Without such votes nothing is shown. */
export function OwnVotesLine({ votes }: { votes: Bill['your_representatives'] }) {
  if (!votes || votes.length === 0) {
    return null
  }
  return (
    <p className={styles.ownLine}>
      <Landmark aria-hidden="true" />
      <span>{t('Your representatives: {votes}', { votes: ownVotesText(votes) })}</span>
    </p>
  )
}
