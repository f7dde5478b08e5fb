import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { billScopes, listTopics, type Bill } from '#contract/bills/bills.ts'
import { formatNearDay } from '#contract/kit/format.ts'
import { divisionName } from '#contract/places.ts'
import { topicName } from '#contract/topics.ts'
import { today } from '#web/bills/today.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { chipClass } from '#web/kit/ui/Badge.tsx'
import { useFeedAddress } from './feedAddress.ts'
import { scopeLabels, withView } from './feedScopes.ts'
import styles from './FeedScreen.module.css'

/** When the sources of the member's own places and of Congress were last checked. */
export function AgeLine({ bills }: { bills: readonly Bill[] }) {
  const days = new Map<string, string>()
  for (const { reason, government_level, jurisdiction, checked_on } of bills) {
    if (checked_on === null || (reason?.kind !== 'place' && reason?.kind !== 'congress')) continue
    const name =
      government_level === 'local'
        ? 'City Council'
        : government_level === 'state'
          ? divisionName(jurisdiction)
          : 'Congress'
    const day = days.get(name)
    if (!day || day < checked_on) days.set(name, checked_on)
  }
  if (days.size === 0) return null
  const parts = [...days].map(
    ([name, day], index) => `${name}${index === 0 ? ' checked' : ''} ${formatNearDay(day, today())}`,
  )
  return (
    <p className={styles.age}>
      <Clock aria-hidden="true" />
      <span>{parts.join(' · ')}</span>
    </p>
  )
}

const topicsShown = 6

/** At the end of a long list: the views and the topics with the most bills. */
export function NarrowDown() {
  const [searchParams] = useFeedAddress()
  const topics = useQuery(queryFor(listTopics, {}))
  return (
    <nav className={styles.narrow} aria-label="Narrow it down">
      <h2 className="h-sec">Narrow it down</h2>
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
