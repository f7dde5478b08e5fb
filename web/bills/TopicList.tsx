import { Check } from 'lucide-react'
import { topicKey, topicName } from '../../contract/topics.ts'
import styles from './billMeta.module.css'

/** A collapsed card has room for this many. */
const cardTopics = 3

/** The first topics of a bill; followed ones carry a check and say so. */
export function TopicList({ topics, followed }: { topics: readonly string[]; followed: readonly string[] }) {
  const followedKeys = new Set(followed.map(topicKey))
  return (
    <ul className={styles.topics} aria-label="Topics">
      {topics.slice(0, cardTopics).map((topic) =>
        followedKeys.has(topicKey(topic)) ? (
          <li key={topic} className={styles.followed} title="You follow this topic">
            <Check aria-hidden="true" />
            {topicName(topic)}
          </li>
        ) : (
          <li key={topic}>{topicName(topic)}</li>
        ),
      )}
    </ul>
  )
}
