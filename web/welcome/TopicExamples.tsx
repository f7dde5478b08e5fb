import { useQueries } from '@tanstack/react-query'
import { listBills, type Bill } from '#contract/bills/bills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { call } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './WelcomeCard.module.css'

// With order=relevance alone, a newer bill of another place would come first once its topic is followed.
const scopes = ['city', 'state', undefined] as const

/** One current bill of each chosen topic, from the member's own places if they have one, because the name of a topic alone says little. */
export function TopicExamples({ topics }: { topics: string[] }) {
  const examples = useQueries({
    queries: topics.map((topic) => ({
      queryKey: ['welcome', listBills.path, topic],
      queryFn: ({ signal }: { signal: AbortSignal }) => findExample(topic, signal),
    })),
  })
  return (
    <ul className={styles.examples} aria-label={t('A bill of each topic')}>
      {topics.map((topic, index) => {
        const bill = examples[index]?.data
        return (
          bill && (
            <li key={topic}>
              <T
                text="{topic}: <link>{title}</link>"
                values={{
                  topic: topicName(topic),
                  title: bill.title,
                  link: (words) => (
                    <Link to={billPagePath(bill.path)} lang="en">
                      {words}
                    </Link>
                  ),
                }}
              />
            </li>
          )
        )
      })}
    </ul>
  )
}

async function findExample(topic: string, signal: AbortSignal): Promise<Bill | null> {
  for (const scope of scopes) {
    // oxlint-disable-next-line no-await-in-loop -- the next read is needed only if this one has no bill
    const { bills } = await call(
      listBills,
      { topics: [topic], scope, order: 'relevance', past_sessions: 'exclude', limit: 1, offset: 0 },
      { signal },
    )
    const bill = bills[0]
    const isOver = bill?.status === 'passed' || bill?.status === 'rejected'
    // A bill of the member's place that is over or invented is no example of the place. In the last read it comes after the open
    // bills of other places once the topic is followed.
    if (bill && (scope === undefined || (!isOver && bill.reason?.kind === 'place'))) return bill
  }
  return null
}
