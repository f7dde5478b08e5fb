import { t } from '#contract/kit/translate.ts'
import type { VoteEvent } from '#contract/votes/votes.ts'
import { formatNumber } from '#web/kit/format.ts'
import { optionLabels } from './ownVotes.ts'
import { layOutSeats } from './seats.ts'
import { divisionOutline } from './seatShapes.ts'
import { countsOf, votedText } from './voteWords.ts'
import styles from './SeatChart.module.css'

/** With smaller seats, a cross in them is only noise. */
const minCrossRadius = 3

/**
 * A roll call as seats in half circles, sorted by vote and never by party. The votes of the viewer's representatives come first in
 * their group and have a ring. The numbers and the names are beside the picture, so it needs no hover.
 */
export function SeatChart({ event, maxSeats = Infinity }: { event: VoteEvent; maxSeats?: number }) {
  if (!event.is_complete || event.listed_count === 0) return null
  const counts = countsOf(event)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0 || total > maxSeats) return null
  const { seats, width, height, radius } = layOutSeats(counts, event.your_representatives)
  const ownSeats = event.your_representatives.filter(({ option }) =>
    counts.some((entry) => entry.option === option),
  )
  return (
    <div className={styles.chart} data-seats>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of our own */}
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describe(event, counts)}>
        {seats.map(({ x, y, option, isOwn }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- seats are never reordered
          <g key={index} transform={`translate(${x} ${y})`}>
            {option === 'yes' ? (
              <circle r={radius} className={styles.yes} />
            ) : option === 'no' ? (
              <>
                <path d={divisionOutline(radius)} className={styles.no} />
                {radius >= minCrossRadius && (
                  <path
                    d={`M${-radius * 0.4} ${-radius * 0.4}L${radius * 0.4} ${radius * 0.4}M${radius * 0.4} ${-radius * 0.4}L${-radius * 0.4} ${radius * 0.4}`}
                    className={styles.cross}
                    strokeWidth={Math.max(1, radius / 5)}
                  />
                )}
              </>
            ) : (
              <circle r={radius - 0.75} className={styles.out} />
            )}
            {isOwn && <circle r={radius + 2.5} className={styles.own} />}
          </g>
        ))}
      </svg>
      <p>
        {ownSeats.length > 0 && (
          <>
            <span className={styles.ring} aria-hidden="true" />
            {ownSeats.map(({ rep_name }) => rep_name).join(', ')}.{' '}
          </>
        )}
        {t('Seats are sorted by vote, not by party and not by where people sit.')}
      </p>
    </div>
  )
}

/** Returns, for example, "37 yes, 5 no, 9 absent. Lincoln Restler: Voted yes." */
function describe(event: VoteEvent, counts: ReturnType<typeof countsOf>): string {
  const numbers = counts.map(
    ({ option, count }) => `${formatNumber(count)} ${optionLabels[option].toLowerCase()}`,
  )
  const ownVotes = event.your_representatives.map(
    ({ rep_name, option, source_option }) => `${rep_name}: ${votedText(option, source_option)}.`,
  )
  return [`${numbers.join(', ')}.`, ...ownVotes].join(' ')
}
