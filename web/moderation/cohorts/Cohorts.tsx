import { UsersRound } from 'lucide-react'
import { plural, t } from '#contract/kit/translate.ts'
import type { Cohort } from '#contract/moderation/cohorts.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { styles } from '#web/moderation/cases/styles.ts'
import { useCohorts } from './actions.ts'
import { sentenceOf } from './labels.ts'

/** Lists the groups of accounts that look coordinated. The groups with the most signals come first. */
export function Cohorts({ openId }: { openId: string | null }) {
  const query = useCohorts()
  const cohorts = query.data?.pages.flatMap((page) => page.cohorts) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(cohorts.length, 'a', query.data?.pages.length)
  if (!query.data) {
    return (
      <QueryView
        query={query}
        title={t('The cohorts could not be loaded')}
        shape={{ label: t('Loading the cohorts...'), className: styles.list, heights: ['7rem', '7rem'] }}
      />
    )
  }
  const comparison = comparisonSentence(query.data.pages[0]?.compared_at ?? null)
  if (cohorts.length === 0) {
    return <Empty icon={<UsersRound />} title={t('No cohorts')} hint={comparison} />
  }
  return (
    <PagedContent query={query} failureTitle={t('The cohorts could not be loaded')}>
      <ul ref={list} className={styles.list} aria-label={t('[accounts]Cohorts')}>
        {cohorts.map((cohort) => (
          <CohortRow key={cohort.cohort_id} cohort={cohort} isOpen={cohort.cohort_id === openId} />
        ))}
      </ul>
      <p className={styles.meta}>{comparison}</p>
    </PagedContent>
  )
}

function CohortRow({ cohort, isOpen }: { cohort: Cohort; isOpen: boolean }) {
  return (
    <li className={classNames('card', styles.row, isOpen && styles.open)}>
      <Link
        className={styles.link}
        to={paths.moderationCohort(cohort.cohort_id)}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={styles.rowTitle}>{plural(cohort.member_count, '{n} account|{n} accounts')}</span>
        {cohort.signals.map((signal) => (
          <span key={signal.signal} className={styles.meta}>
            {sentenceOf(signal, cohort)}
          </span>
        ))}
      </Link>
    </li>
  )
}

function comparisonSentence(comparedAt: string | null): string {
  return comparedAt === null
    ? t('Once a day, all accounts are compared.')
    : t('Once a day, all accounts are compared. This was last done on {time}.', {
        time: formatDateTime(comparedAt),
      })
}
