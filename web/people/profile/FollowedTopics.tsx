import { useQueryClient } from '@tanstack/react-query'
import { Tags, X } from 'lucide-react'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '#contract/accounts/accounts.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { useFollowTopic } from '#web/bills/actions.ts'
import { focusById } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { changeProfile } from '#web/people/profileQueries.ts'
import { SectionHead } from './SectionHead.tsx'
import styles from './Section.module.css'

type FollowedTopicsProps = { profile: Profile; isOwn: boolean }

export function FollowedTopics({ profile, isOwn }: FollowedTopicsProps) {
  const heading = useId()
  const unfollow = useUnfollowTopic(profile, () => focusById(heading))
  const topics = profile.followedTopics
  return (
    <section className="card" aria-labelledby={heading}>
      <SectionHead id={heading} title={t('Followed Topics')} count={topics.length} />
      {topics.length === 0 ? (
        <Empty icon={<Tags />} title={t('No followed topics yet')} level={3}>
          {isOwn && (
            <ButtonLink variant="secondary" to={paths.feed}>
              {t('Browse Bills & Follow Topics')}
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <ul className={styles.rows}>
          {topics.map(({ topic, bill_count }) => (
            <li key={topic} className={styles.row}>
              <Link to={`${paths.feed}?${new URLSearchParams({ topics: topic })}`}>{topicName(topic)}</Link>
              <span className={styles.meta}>{plural(bill_count, '{n} bill|{n} bills')}</span>
              {isOwn && (
                <IconButton
                  label={t('[topic]Unfollow {name}', { name: topicName(topic) })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => unfollow(topic)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns a function that unfollows a topic. The row disappears after the server has answered, and then `onRemoved` runs. */
function useUnfollowTopic(profile: Profile, onRemoved: () => void) {
  const cache = useQueryClient()
  const follow = useFollowTopic((message) => toast(message, 'failure'))
  return (topic: string) => {
    if (follow.isPending) {
      return
    }
    follow.mutate(
      { topic, is_following: false },
      {
        onSuccess: () => {
          flushSync(() =>
            changeProfile(cache, profile.userId, (current) => ({
              followedTopics: current.followedTopics.filter((followed) => followed.topic !== topic),
            })),
          )
          onRemoved()
          announce(t('[topic]You no longer follow {name}', { name: topicName(topic) }))
        },
      },
    )
  }
}
