import type { Profile } from '#contract/accounts/accounts.ts'
import { levelThresholds } from '#contract/accounts/memberRoles.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { T } from '#web/kit/ui/T.tsx'
import { filledShare, levelBands, levelNames, levelProgress } from './levelProgress.ts'
import styles from './PointsTrack.module.css'

/** Shows activity points on a bar with marks at 10, 50 and 100. The text above the bar contains the same information. */
export function PointsTrack({ profile }: { profile: Profile }) {
  const { totalActivityPoints: points, totalStances, totalComments, followerCount } = profile
  const { level, nextLevel, pointsLeft, progress } = levelProgress(points)
  const counts = t('{stances}, {comments}, {followers}', {
    stances: plural(totalStances, '{n} stance|{n} stances'),
    comments: plural(totalComments, '{n} comment|{n} comments'),
    followers: plural(followerCount, '{n} follower|{n} followers'),
  })
  const levelText = nextLevel
    ? t('{level} level, {percent}% of the way to {next}', {
        level: levelNames[level],
        percent: Math.round(100 * progress),
        next: levelNames[nextLevel],
      })
    : t('{level} level, the highest', { level: levelNames[level] })
  const label = `${plural(points, '{n} activity point|{n} activity points')}: ${levelText}`
  return (
    <div>
      <p className={styles.text}>
        <span>
          <b>{plural(points, '{n} activity point|{n} activity points')}</b>{' '}
          <span className="muted">· {counts}</span>
        </span>
        {nextLevel ? (
          <span>
            <T
              text="<b>{n} point</b> <rest>to {level}</rest>|<b>{n} points</b> <rest>to {level}</rest>"
              count={pointsLeft}
              values={{
                n: formatNumber(pointsLeft),
                level: levelNames[nextLevel],
                b: (content) => <b>{content}</b>,
                rest: (content) => <span className="muted">{content}</span>,
              }}
            />
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
        <span>{levelNames.new}</span>
        <span className={styles.atBronze}>{`${levelNames.bronze} ${levelThresholds.bronze}`}</span>
        <span className={styles.atSilver}>{`${levelNames.silver} ${levelThresholds.silver}`}</span>
        <span className={styles.atGold}>{`${levelNames.gold} ${formatNumber(levelThresholds.gold)}`}</span>
      </p>
    </div>
  )
}
