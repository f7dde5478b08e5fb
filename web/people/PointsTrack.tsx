import type { Profile } from '#contract/accounts/accounts.ts'
import { levelThresholds } from '#contract/accounts/memberRoles.ts'
import { pluralize, formatNumber } from '#web/kit/format.ts'
import { filledShare, levelBands, levelNames, levelProgress } from './levelProgress.ts'
import styles from './PointsTrack.module.css'

/** Shows activity points on a bar with marks at 10, 50 and 100. The text above the bar contains the same information. */
export function PointsTrack({ profile }: { profile: Profile }) {
  const { totalActivityPoints: points, totalStances, totalComments, followerCount } = profile
  const { level, nextLevel, pointsLeft, progress } = levelProgress(points)
  const counts = [
    pluralize(totalStances, 'stance'),
    pluralize(totalComments, 'comment'),
    pluralize(followerCount, 'follower'),
  ]
  const levelText = nextLevel
    ? `${levelNames[level]} level, ${Math.round(100 * progress)}% of the way to ${levelNames[nextLevel]}`
    : `${levelNames[level]} level, the highest`
  const label = `${pluralize(points, 'activity point')}: ${levelText}`
  return (
    <div>
      <p className={styles.text}>
        <span>
          <b>{pluralize(points, 'activity point')}</b> <span className="muted">· {counts.join(', ')}</span>
        </span>
        {nextLevel ? (
          <span>
            <b>{pluralize(pointsLeft, 'point')}</b> <span className="muted">to {levelNames[nextLevel]}</span>
          </span>
        ) : (
          <span className="muted">Highest level</span>
        )}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- CSS draws the bar, so there is no file for an <img> */}
      <div role="img" aria-label={label} className={styles.track}>
        {levelBands.map((band) => (
          <span key={band.level} className={styles.band} style={{ flexGrow: band.high - band.low }}>
            <span className={styles[band.level]} style={{ width: `${100 * filledShare(points, band)}%` }} />
          </span>
        ))}
      </div>
      <p className={styles.scale} aria-hidden="true">
        <span>New</span>
        <span className={styles.atBronze}>Bronze {levelThresholds.bronze}</span>
        <span className={styles.atSilver}>Silver {levelThresholds.silver}</span>
        <span className={styles.atGold}>Gold {formatNumber(levelThresholds.gold)}</span>
      </p>
    </div>
  )
}
