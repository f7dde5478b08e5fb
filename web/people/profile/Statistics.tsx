import { useQuery } from '@tanstack/react-query'
import { ArrowBigDown, ArrowBigUp, Brain, Hash, Landmark, MessageSquare, Scale, Sparkles } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { t } from '#contract/kit/translate.ts'
import { earlyAdopters, type Stats } from '#contract/people.ts'
import { stances, type StanceCounts } from '#contract/stances.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { messageOr } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { statsQuery } from '#web/people/profileQueries.ts'
import { MindsChanged } from './MindsChanged.tsx'
import { statisticLabels } from './stanceLabels.ts'
import styles from './Statistics.module.css'

const failureTitle = t('Failed to load profile statistics')

/** Five cards with statistics. The numbers of the two charts are also shown as text. */
export function Statistics({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const query = useQuery(statsQuery(profile.userId))
  const cards = (stats: Stats) => <Cards stats={stats} profile={profile} isOwn={isOwn} />
  return (
    <section
      className={classNames(query.data ? styles.cards : query.isError && 'card')}
      aria-label={t('Statistics')}
    >
      <QueryView
        query={query}
        title={failureTitle}
        message={(error) => messageOr(error, failureTitle)}
        loading={
          <LoadingShape label={t('Loading statistics')} className={classNames(styles.cards, styles.loading)}>
            {cards(placeholder)}
          </LoadingShape>
        }
      >
        {({ stats }) => cards(stats)}
      </QueryView>
    </section>
  )
}

/** Rendered until the statistics are loaded so that the cards have their final height. */
const placeholder: Stats = {
  memberNumber: earlyAdopters,
  mindsChanged: 0,
  commentVotes: { upvotes: 0, downvotes: 0 },
  stanceBreakdown: stances.map((stance) => ({ stance, count: 0 })),
  governmentLevelBreakdown: governmentLevels.map((government_level) => ({ government_level, count: 0 })),
}

function Cards({ stats, profile, isOwn }: { stats: Stats; profile: Profile; isOwn: boolean }) {
  const { memberNumber, mindsChanged, commentVotes } = stats
  return (
    <>
      <Card title={t('Member #')} icon={<Hash aria-hidden="true" />}>
        <p className={styles.value}>{formatNumber(memberNumber)}</p>
        {memberNumber <= earlyAdopters && (
          <Badge tone="gold" icon={<Sparkles aria-hidden="true" />}>
            {t('Early Adopter')}
          </Badge>
        )}
      </Card>
      <Card title={t('Minds Changed')} icon={<Brain aria-hidden="true" />}>
        <p className={styles.value}>{formatNumber(mindsChanged)}</p>
        {mindsChanged === 0 ? (
          <p className={styles.hint}>
            {isOwn
              ? t('people changed their stance after reading you')
              : t('people changed their stance after reading their comments')}
          </p>
        ) : (
          <MindsChanged profile={profile} isOwn={isOwn} count={mindsChanged} />
        )}
      </Card>
      <Card title={t('Comment Score')} icon={<MessageSquare aria-hidden="true" />}>
        <p className={styles.value}>{commentScore(commentVotes)}</p>
        <p className={styles.votes}>
          <span>
            <ArrowBigUp aria-hidden="true" />
            <T
              text="{n}<hidden> upvote</hidden>|{n}<hidden> upvotes</hidden>"
              count={commentVotes.upvotes}
              values={{ n: formatNumber(commentVotes.upvotes), hidden }}
            />
          </span>
          <span>
            <ArrowBigDown aria-hidden="true" />
            <T
              text="{n}<hidden> downvote</hidden>|{n}<hidden> downvotes</hidden>"
              count={commentVotes.downvotes}
              values={{ n: formatNumber(commentVotes.downvotes), hidden }}
            />
          </span>
        </p>
      </Card>
      <Card title={t('Stance Breakdown')} icon={<Scale aria-hidden="true" />} wide>
        <StanceBreakdown breakdown={stats.stanceBreakdown} />
      </Card>
      <Card title={t('Government Level')} icon={<Landmark aria-hidden="true" />} wide>
        <LevelBreakdown breakdown={stats.governmentLevelBreakdown} />
      </Card>
    </>
  )
}

function hidden(content: ReactNode) {
  return <span className="vh">{content}</span>
}

type CardProps = { title: string; icon: ReactNode; wide?: boolean; children: ReactNode }

function Card({ title, icon, wide = false, children }: CardProps) {
  const id = useId()
  return (
    <article className={classNames('card', styles.card, wide && styles.wide)} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {icon}
        {title}
      </h2>
      {children}
    </article>
  )
}

function StanceBreakdown({ breakdown }: { breakdown: Stats['stanceBreakdown'] }) {
  return (
    <>
      <StanceBar counts={countsOf(breakdown)} large />
      <ul className={styles.legend}>
        {breakdown.map(({ stance, count }) => (
          <li key={stance} className={styles[stance]}>
            <StanceIcon stance={stance} />
            <span>{statisticLabels[stance]}</span>
            <b>{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

function countsOf(breakdown: Stats['stanceBreakdown']): StanceCounts {
  const counts = { support_count: 0, oppose_count: 0, neutral_count: 0, learning_count: 0 }
  for (const { stance, count } of breakdown) {
    counts[`${stance}_count`] = count
  }
  return counts
}

function LevelBreakdown({ breakdown }: { breakdown: Stats['governmentLevelBreakdown'] }) {
  const maxCount = Math.max(1, ...breakdown.map(({ count }) => count))
  return (
    <ul className={styles.levels}>
      {breakdown.map(({ government_level, count }) => (
        <li key={government_level}>
          <LevelName level={government_level} />
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${(100 * count) / maxCount}%` }} />
          </span>
          <b>{formatNumber(count)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Rates the votes on a member's comments by the ratio of upvotes to downvotes. */
export function commentScore({ upvotes, downvotes }: { upvotes: number; downvotes: number }): string {
  if (upvotes === 0 && downvotes === 0) {
    return t('No votes yet')
  }
  if (downvotes === 0) {
    return t('Perfect')
  }
  const ratio = upvotes / downvotes
  if (ratio >= 3) {
    return t('Well-Received')
  }
  return ratio >= 1 ? t('Mixed') : t('Controversial')
}
