import { UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import type { Cohort } from '#contract/moderation/cohorts.ts'
import { formatDateTime, formatNumber } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty, Failure, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { styles } from '#web/moderation/cases/styles.ts'
import { useCohorts } from './actions.ts'
import { sentenceOf } from './labels.ts'

/** Lists the groups of accounts that look coordinated. The groups with the most signals come first. */
export function Cohorts({ openId }: { openId: string | null }) {
  const query = useCohorts()
  if (query.isPending) {
    return (
      <LoadingShape label="Loading the cohorts..." className={styles.list}>
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
      </LoadingShape>
    )
  }
  if (!query.data) {
    return (
      <Failure
        title="The cohorts could not be loaded"
        error={query.error}
        onRetry={query.refetch}
        isRetrying={query.isFetching}
      />
    )
  }
  const cohorts = query.data.pages.flatMap((page) => page.cohorts)
  const comparison = comparisonSentence(query.data.pages[0]?.compared_at ?? null)
  if (cohorts.length === 0) {
    return <Empty icon={<UsersRound />} title="No cohorts" hint={comparison} />
  }
  return (
    <>
      <ul className={styles.list} aria-label="Cohorts">
        {cohorts.map((cohort) => (
          <CohortRow key={cohort.cohort_id} cohort={cohort} isOpen={cohort.cohort_id === openId} />
        ))}
      </ul>
      <p className={styles.meta}>{comparison}</p>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          busy={query.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show more cohorts
        </Button>
      )}
    </>
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
        <span className={styles.rowTitle}>{formatNumber(cohort.member_count)} accounts</span>
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
  const schedule = 'Once a day, all accounts are compared.'
  return comparedAt === null ? schedule : `${schedule} This was last done on ${formatDateTime(comparedAt)}.`
}
