import { UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import type { Cohort } from '../../../contract/moderationCohorts.ts'
import { formatDateTime, formatNumber } from '../../kit/format.ts'
import { paths } from '../../kit/paths.ts'
import { Button } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { Empty, Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { useCohorts } from './actions.ts'
import { sentenceOf } from './words.ts'
import styles from '../cases/Cases.module.css'

/** The groups of accounts that look coordinated, those with the most signals first. */
export function Cohorts({ openedId }: { openedId: string | null }) {
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
  const compared = comparedSentence(query.data.pages[0]?.compared_at ?? null)
  if (cohorts.length === 0) {
    return <Empty icon={<UsersRound />} title="No cohorts" hint={compared} />
  }
  return (
    <>
      <ul className={styles.list} aria-label="Cohorts">
        {cohorts.map((cohort) => (
          <CohortRow key={cohort.cohort_id} cohort={cohort} isOpened={cohort.cohort_id === openedId} />
        ))}
      </ul>
      <p className={styles.meta}>{compared}</p>
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

function CohortRow({ cohort, isOpened }: { cohort: Cohort; isOpened: boolean }) {
  return (
    <li className={classNames('card', styles.row, isOpened && styles.opened)}>
      <Link
        className={styles.link}
        to={paths.moderationCohort(cohort.cohort_id)}
        aria-current={isOpened ? 'true' : undefined}
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

function comparedSentence(comparedAt: string | null): string {
  const habit = 'Once a day, all accounts are compared.'
  return comparedAt === null ? habit : `${habit} This was last done on ${formatDateTime(comparedAt)}.`
}
