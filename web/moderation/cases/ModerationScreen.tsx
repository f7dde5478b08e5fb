import { ArrowLeft, KeyRound, SearchX } from 'lucide-react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { reportTargets } from '../../../contract/moderation.ts'
import { caseFilters } from '../../../contract/moderationCases.ts'
import { ApiError } from '../../kit/api/api.ts'
import { paths } from '../../kit/paths.ts'
import { ButtonLink } from '../../kit/ui/ButtonLink.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { Empty, Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { announce } from '../../kit/ui/overlays/toast.ts'
import { Tabs } from '../../kit/ui/Tabs.tsx'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { Cohorts } from '../cohorts/Cohorts.tsx'
import { CohortView } from '../cohorts/CohortView.tsx'
import { useCases, type CaseKey } from './actions.ts'
import { Appeals } from './Appeals.tsx'
import { CaseView } from './CaseView.tsx'
import { Queue } from './Queue.tsx'
import styles from './Cases.module.css'

/**
 * /moderation: the queue and, at /moderation/cases/TYPE/ID, one case: beside the queue, or alone on a phone. The same for
 * cohorts at /moderation/cohorts and /moderation/cohorts/ID.
 */
export default function ModerationScreen() {
  usePageTitle('Moderation')
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const filter = caseFilters.find((name) => name === address.get('filter')) ?? 'open'
  const opened = useOpenedCase()
  const { cohortId } = useParams()
  const showsCohorts = useLocation().pathname.startsWith(paths.moderationCohorts)
  const showsAppeals = address.get('filter') === 'appeals' && !opened
  const query = useCases(filter)
  const cases = query.data?.pages.flatMap((page) => page.cases) ?? []

  function openNext() {
    const position = cases.findIndex(({ target_id }) => target_id === opened?.target_id)
    const waiting = cases.filter(({ is_open, target_id }) => is_open && target_id !== opened?.target_id)
    const next = cases.slice(position + 1).find((item) => waiting.includes(item)) ?? waiting[0]
    announce(next ? 'Decided. The next case is open.' : 'Decided. No case is left in this list.')
    void navigate(next ? paths.moderationCase(next, filter) : paths.moderationQueue(filter), {
      replace: true,
    })
  }

  if (!query.data) return <NoQueue query={query} />
  return (
    <div className={classNames(styles.screen, (opened || cohortId) && styles.hasCase)}>
      <h1 className={classNames('h-page', styles.heading)}>Moderation</h1>
      <div className={styles.queue}>
        <Tabs
          label="Cases"
          tabs={[
            { id: 'open', label: 'Open' },
            { id: 'mine', label: 'Mine' },
            { id: 'all', label: 'All' },
            { id: 'appeals', label: 'Appeals' },
            { id: 'cohorts', label: 'Cohorts' },
          ]}
          selected={showsCohorts ? 'cohorts' : showsAppeals ? 'appeals' : filter}
          onSelect={(next) => void navigate(tabAddress(next), { replace: true })}
        >
          {(shown) =>
            shown === 'cohorts' ? (
              <Cohorts openedId={cohortId ?? null} />
            ) : shown === 'appeals' ? (
              <Appeals />
            ) : (
              <Queue query={query} cases={cases} filter={shown} openedId={opened?.target_id ?? null} />
            )
          }
        </Tabs>
      </div>
      {opened && (
        <div className={styles.detail}>
          <Link className={styles.back} to={paths.moderationQueue(filter)}>
            <ArrowLeft aria-hidden="true" />
            All cases
          </Link>
          <CaseView key={opened.target_id} caseKey={opened} onDecided={openNext} />
        </div>
      )}
      {cohortId && (
        <div className={styles.detail}>
          <Link className={styles.back} to={paths.moderationCohorts}>
            <ArrowLeft aria-hidden="true" />
            All cohorts
          </Link>
          <CohortView key={cohortId} cohortId={cohortId} />
        </div>
      )}
    </div>
  )
}

function tabAddress(tab: string): string {
  return tab === 'cohorts' ? paths.moderationCohorts : paths.moderationQueue(tab)
}

function useOpenedCase(): CaseKey | null {
  const { targetType, targetId } = useParams()
  const target_type = reportTargets.find((name) => name === targetType)
  return target_type && targetId ? { target_type, target_id: targetId } : null
}

/** Loading, failed, not a moderator, or a moderator without two-step sign-in. */
function NoQueue({ query }: { query: ReturnType<typeof useCases> }) {
  if (query.isPending) {
    return (
      <LoadingShape label="Loading the cases..." className={styles.list}>
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
      </LoadingShape>
    )
  }
  const { error } = query
  if (error instanceof ApiError && error.code === 'operator_needs_second_factor') {
    return (
      <Empty
        level={1}
        icon={<KeyRound />}
        title="Turn on two-step sign-in first"
        hint="Moderators need a second step when they sign in, because they see reports and can hide what members write."
      >
        <ButtonLink to={paths.settings}>Open settings</ButtonLink>
      </Empty>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty level={1} icon={<SearchX />} title="Page not found" hint="There is nothing at this address.">
        <ButtonLink to={paths.feed}>Go to the feed</ButtonLink>
      </Empty>
    )
  }
  return (
    <Failure
      level={1}
      title="The cases could not be loaded"
      error={error}
      onRetry={query.refetch}
      isRetrying={query.isFetching}
    />
  )
}
