import type { Profile } from '#contract/accounts/accounts.ts'
import { levelThresholds } from '#contract/accounts/memberRoles.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { filledShare, levelBands, levelNames, levelProgress } from './levelProgress.ts'
import styles from './PointsTrack.module.css'

/** Shows activity points on a bar with marks at 10, 50 and 100. The text above the bar contains the same information. */
export function PointsTrack({ profile }: { profile: Profile }) {
  const { totalActivityPoints: points, totalStances, totalComments, followerCount } = profile
  const { level, nextLevel, pointsLeft, progress } = levelProgress(points)
  const counts = [
    plural(totalStances, '{n} stance|{n} stances'),
    plural(totalComments, '{n} comment|{n} comments'),
    plural(followerCount, '{n} follower|{n} followers'),
  ]
  const levelText = nextLevel
    ? t('{value} level, {round}% of the way to {value2}', {
        value: levelNames[level],
        round: Math.round(100 * progress),
        value2: levelNames[nextLevel],
      })
    : t('{value} level, the highest', { value: levelNames[level] })
  const label = `${plural(points, '{n} activity point|{n} activity points')}: ${levelText}`
  return (
    <div>
      <p className={styles.text}>
        <span>
          <b>{plural(points, '{n} activity point|{n} activity points')}</b>{' '}
          <span className="muted">· {counts.join(', ')}</span>
        </span>
        {nextLevel ? (
          <span>
            <b>{plural(pointsLeft, '{n} point|{n} points')}</b>{' '}
            <span className="muted">{t('to {value}', { value: levelNames[nextLevel] })}</span>
          </span>
        ) : (
          <span className="muted">{t('Highest level')}</span>
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
        <span>{t('New')}</span>
        <span className={styles.atBronze}>{t('Bronze {bronze}', { bronze: levelThresholds.bronze })}</span>
        <span className={styles.atSilver}>{t('Silver {silver}', { silver: levelThresholds.silver })}</span>
        <span className={styles.atGold}>
          {t('Gold {gold}', { gold: formatNumber(levelThresholds.gold) })}
        </span>
      </p>
    </div>
  )
}
