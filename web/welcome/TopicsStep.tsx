import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { welcomeTopics } from '#contract/accounts/accounts.ts'
import { listTopics } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { useFollowTopic } from '#web/bills/actions.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Failure, Loading } from '#web/kit/ui/Feedback.tsx'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import type { StepProps } from './progress.ts'
import { StepHeading } from './StepHeading.tsx'
import styles from './WelcomeCard.module.css'

const TopicExamples = lazyPart(async () => ({
  default: (await import('./TopicExamples.tsx')).TopicExamples,
}))

/** The number of topics that are shown at first. On a phone, the first bill must still begin on the first screen. */
const initialCounts = { phone: 5, wide: 10 }

export function TopicsStep({ onFinish, ...props }: StepProps) {
  const query = useQuery(queryFor(listTopics, {}))
  const follow = useFollowTopic((message) => toast(message, 'failure'))
  const [showsAll, setShowsAll] = useState(false)
  const initialCount = useMedia(widths.phone) ? initialCounts.phone : initialCounts.wide
  const topics = query.data?.topics ?? []
  const visibleTopics = showsAll ? topics : topics.slice(0, initialCount)
  const list = useFocusOnFirstNew<HTMLUListElement>(visibleTopics.length, 'button')
  const followed = topics.filter(({ is_following }) => is_following).map(({ topic }) => topic)
  const missingCount = Math.min(welcomeTopics, topics.length) - followed.length

  const skip = (
    <Button variant="quiet" onClick={() => onFinish('skipped')}>
      {t('Skip this step')}
    </Button>
  )
  const heading = (
    <StepHeading
      {...props}
      title={t('What do you care about?')}
      text={t('Follow three topics. They come right after your places.')}
    />
  )
  if (!query.data) {
    return (
      <div className={styles.step}>
        {heading}
        {/* QueryView is not used, because a newcomer's first feed would load 0.7 KB more for it. */}
        {query.isError ? (
          <Failure
            level={3}
            title={t('The topics could not be loaded')}
            error={query.error}
            onRetry={query.refetch}
            isRetrying={query.isFetching}
          />
        ) : (
          <Loading>{t('Loading...')}</Loading>
        )}
        <div className={styles.actions}>{skip}</div>
      </div>
    )
  }

  function next() {
    if (missingCount <= 0) {
      onFinish('done')
    } else {
      announce(
        plural(
          missingCount,
          'Choose {n} more topic, or skip this step.|Choose {n} more topics, or skip this step.',
        ),
        'assertive',
      )
    }
  }

  return (
    <div className={styles.step}>
      {heading}
      <ul className={styles.topics} aria-label={t('Topics')} ref={list}>
        {visibleTopics.map(({ topic, bill_count, is_following }) => (
          <li key={topic}>
            <Chip
              aria-pressed={is_following}
              aria-label={plural(bill_count, 'Follow {topic}, {n} bill|Follow {topic}, {n} bills', {
                topic: topicName(topic),
              })}
              onClick={() => follow.mutate({ topic, is_following: !is_following })}
            >
              {is_following ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
              {topicName(topic)} <small>{formatNumber(bill_count)}</small>
            </Chip>
          </li>
        ))}
      </ul>
      {followed.length > 0 && (
        <PartBoundary loading={null}>
          <TopicExamples topics={followed} />
        </PartBoundary>
      )}
      <div className={styles.actions}>
        <Button onClick={next} aria-disabled={missingCount > 0 || undefined}>
          {missingCount > 0 ? t('Choose {count} more', { count: missingCount }) : t('Next')}
        </Button>
        {topics.length > initialCount && !showsAll && (
          <Button variant="secondary" onClick={() => setShowsAll(true)}>
            {t('More topics')}
          </Button>
        )}
        {skip}
      </div>
    </div>
  )
}
