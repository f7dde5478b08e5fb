import { Check, Plus } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { topicKey, topicName } from '#contract/topics.ts'
import { useFollowTopic } from '#web/bills/actions.ts'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './billMeta.module.css'

/** All topics of the open bill, each with a button to follow or unfollow it. */
export function TopicChips({ topics, followed }: { topics: readonly string[]; followed: readonly string[] }) {
  return (
    <ul className={styles.chips} aria-label={t('Topics')}>
      {topics.map((topic) => (
        <li key={topic}>
          <FollowTopicChip topic={topic} followed={followed} />
        </li>
      ))}
    </ul>
  )
}

type FollowTopicChipProps = {
  topic: string
  followed: readonly string[]
  /** Shows the word "Follow" where the topic alone would not say what the button does. */
  showsVerb?: boolean
}

export function FollowTopicChip({ topic, followed, showsVerb = false }: FollowTopicChipProps) {
  const follow = useFollowTopic((message) => toast(message, 'failure'))
  const isFollowed = followed.some((other) => topicKey(other) === topicKey(topic))
  return (
    <Chip aria-pressed={isFollowed} onClick={() => follow.mutate({ topic, is_following: !isFollowed })}>
      {isFollowed ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
      {showsVerb ? `${t('Follow')} ` : <span className="vh">{t('Follow')} </span>}
      {topicName(topic)}
    </Chip>
  )
}
