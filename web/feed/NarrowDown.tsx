import { useQuery } from '@tanstack/react-query'
import { billScopes, listTopics } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { chipClass } from '#web/kit/ui/Badge.tsx'
import { scopeLabels, withView } from './feedScopes.ts'
import { useFeedSearchParams } from './feedSearchParams.ts'
import styles from './FeedScreen.module.css'

const topicsShown = 6

/** At the end of a long list: the views and the topics with the most bills. */
export default function NarrowDown() {
  const [searchParams] = useFeedSearchParams()
  const topics = useQuery(queryFor(listTopics, {}))
  return (
    <nav className={styles.narrow} aria-label={t('Narrow it down')}>
      <h2 className="h-sec">{t('Narrow it down')}</h2>
      <ul className={styles.chips}>
        {billScopes.map((scope) => (
          <li key={scope}>
            <Link to={withView(searchParams, scope)} className={chipClass(false)}>
              {scopeLabels[scope]}
            </Link>
          </li>
        ))}
        {topics.data?.topics.slice(0, topicsShown).map(({ topic }) => (
          <li key={topic}>
            <Link to={paths.topic(topic)} className={chipClass(false)}>
              {topicName(topic)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
