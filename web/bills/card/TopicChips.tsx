import { Check, Plus } from 'lucide-react'
import { topicKey, topicName } from '../../../contract/rules/topics.ts'
import { Chip } from '../../kit/ui/Badge.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { useFollowTopic } from '../actions.ts'
import styles from './billMeta.module.css'

/** All topics of the open bill, each with a button to follow or unfollow it. */
export function TopicChips({ topics, followed }: { topics: readonly string[]; followed: readonly string[] }) {
  const follow = useFollowTopic((message) => toast(message, 'failure'))
  const followedKeys = new Set(followed.map(topicKey))
  return (
    <ul className={styles.chips} aria-label="Topics">
      {topics.map((topic) => {
        const isFollowed = followedKeys.has(topicKey(topic))
        return (
          <li key={topic}>
            <Chip
              aria-pressed={isFollowed}
              title={isFollowed ? 'Unfollow this topic' : 'Follow this topic'}
              onClick={() => follow.mutate({ topic, is_following: !isFollowed })}
            >
              {isFollowed ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
              <span className="vh">Follow </span>
              {topicName(topic)}
            </Chip>
          </li>
        )
      })}
    </ul>
  )
}
