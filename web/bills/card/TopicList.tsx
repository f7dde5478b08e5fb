import { Check } from 'lucide-react'
import { plural, t } from '#contract/kit/translate.ts'
import { topicKey, topicName } from '#contract/topics.ts'
import { cardTopics } from './cardTopics.ts'
import styles from './billMeta.module.css'

/**
 * One row of topics. Followed topics come first and have a check mark. The number of topics that do not fit is shown:
 * "+2".
 */
export function TopicList({ topics, followed }: { topics: readonly string[]; followed: readonly string[] }) {
  const followedKeys = new Set(followed.map(topicKey))
  const { shown, hidden } = cardTopics(topics, followedKeys)
  return (
    <div className={styles.topicRow}>
      <ul className={styles.topics} aria-label={t('Topics')}>
        {shown.map((topic) =>
          followedKeys.has(topicKey(topic)) ? (
            <li key={topic} className={styles.followed} title={t('You follow this topic')}>
              <Check aria-hidden="true" />
              <span>{topicName(topic)}</span>
            </li>
          ) : (
            <li key={topic}>
              <span>{topicName(topic)}</span>
            </li>
          ),
        )}
      </ul>
      {hidden.length > 0 && (
        <span className={styles.moreTopics} title={hidden.map(topicName).join(', ')}>
          +{hidden.length}
          <span className="vh"> {plural(hidden.length, 'more topic|more topics')}</span>
        </span>
      )}
    </div>
  )
}
