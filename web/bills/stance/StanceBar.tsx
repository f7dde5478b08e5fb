import { t } from '#contract/kit/translate.ts'
import { describeStances, stanceCount, stances, stanceTotal, type StanceCounts } from '#contract/stances.ts'
import styles from './stance.module.css'

/** One stacked bar. Stances with a count of zero are left out. Without any stances the bar is empty. */
export function StanceBar({ counts, large = false }: { counts: StanceCounts; large?: boolean }) {
  const size = large ? styles.barLarge : ''
  if (stanceTotal(counts) === 0) {
    return (
      <div
        className={`${styles.bar} ${styles.barEmpty} ${size}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by CSS, there is no picture for an <img>
        role="img"
        aria-label={t('No stances yet')}
      />
    )
  }
  return (
    <div
      className={`${styles.bar} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="img"
      aria-label={t('Stances: {counts}', { counts: describeStances(counts) })}
    >
      {stances
        .filter((stance) => stanceCount(counts, stance) > 0)
        .map((stance) => (
          <span key={stance} className={styles[stance]} style={{ flexGrow: stanceCount(counts, stance) }} />
        ))}
    </div>
  )
}
