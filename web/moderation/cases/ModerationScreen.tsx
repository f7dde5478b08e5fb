import { ArrowLeft } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { caseFilters } from '#contract/moderation/cases.ts'
import { reportTargets } from '#contract/moderation/reports.ts'
import { messageOr } from '#web/kit/api/api.ts'
import { useCharacterKeys } from '#web/kit/characterKeys.ts'
import { Link, navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation, useParams, useSearchParams } from '#web/kit/router.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { refusedOperator } from '#web/kit/ui/refusedOperator.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { Cohorts } from '#web/moderation/cohorts/Cohorts.tsx'
import { CohortView } from '#web/moderation/cohorts/CohortView.tsx'
import { useCases, type CaseKey } from './actions.ts'
import { Appeals } from './Appeals.tsx'
import { noKeys, stepKeys } from './caseKeys.ts'
import { CaseView } from './CaseView.tsx'
import { Queue } from './Queue.tsx'
import { styles } from './styles.ts'

/**
 * The screen of /moderation, which shows the queue of cases. At /moderation/cases/{type}/{id} it also shows one case, which
 * is beside the queue in a wide window and replaces it in a narrow window. Cohorts work in the same way at
 * /moderation/cohorts and /moderation/cohorts/{id}.
 */
export default function ModerationScreen() {
  usePageTitle(t('Moderation'))
  const searchParams = useSearchParams()
  const filter = caseFilters.find((name) => name === searchParams.get('filter')) ?? 'open'
  const openCase = useOpenCase()
  const { cohortId } = useParams()
  const showsCohorts = useLocation().pathname.startsWith(paths.moderationCohorts)
  const showsAppeals = searchParams.get('filter') === 'appeals' && !openCase
  const query = useCases(filter)
  const cases = query.data?.pages.flatMap((page) => page.cases) ?? []

  function openNext() {
    const position = cases.findIndex(({ target_id }) => target_id === openCase?.target_id)
    const undecided = cases.filter(({ is_open, target_id }) => is_open && target_id !== openCase?.target_id)
    const next = cases.slice(position + 1).find((item) => undecided.includes(item)) ?? undecided[0]
    announce(
      next
        ? t('Decided. The next case is open.')
        : query.hasNextPage
          ? t('Decided. The list has more cases.')
          : t('Decided. No case is left in this list.'),
    )
    navigate(next ? paths.moderationCase(next, filter) : paths.moderationQueue(filter), {
      replace: true,
    })
  }

  /**
   * Opens the next or previous case of the list, or says that there is none. After the last loaded case, it loads the next
   * page.
   */
  async function step(by: 1 | -1) {
    const position = cases.findIndex(({ target_id }) => target_id === openCase?.target_id)
    let item = cases[position + by]
    if (!item && by === 1 && query.hasNextPage) {
      const { pathname } = window.location
      const { data, isFetchNextPageError, error } = await query.fetchNextPage()
      // By now, the moderator may have opened something else or may be writing.
      const hasForm = document.querySelector('main form, form:focus-within') !== null
      if (hasForm || window.location.pathname !== pathname) return
      if (isFetchNextPageError) {
        // The list, which shows the failure too, is hidden in a narrow window.
        toast(messageOr(error, t('The cases could not be loaded')), 'failure')
        return
      }
      item = data?.pages.flatMap((page) => page.cases)[position + 1]
    }
    if (item) navigate(paths.moderationCase(item, filter), { replace: openCase !== null })
    else announce(by === 1 ? t('This is the last case.') : t('This is the first case.'))
  }
  const listsCases = !showsCohorts && !showsAppeals && cases.length > 0
  // An open case has these keys itself, because a form in it may have a reason that is not sent yet.
  useCharacterKeys(listsCases && !openCase ? stepKeys : noKeys, (key) => void step(key === 'j' ? 1 : -1))

  if (!query.data) {
    return <NoQueue query={query} />
  }
  return (
    <div className={classNames(styles.screen, (openCase || cohortId) && styles.hasCase)}>
      <h1 className={classNames('h-page', styles.heading)}>{t('Moderation')}</h1>
      <div className={styles.queue}>
        <Tabs
          label={t('Cases')}
          tabs={[
            { id: 'open', label: t('[cases]Open') },
            { id: 'mine', label: t('[cases]Mine') },
            { id: 'all', label: t('All') },
            { id: 'appeals', label: t('Appeals') },
            { id: 'cohorts', label: t('[accounts]Cohorts') },
          ]}
          selected={showsCohorts ? 'cohorts' : showsAppeals ? 'appeals' : filter}
          onSelect={(next) => navigate(tabPath(next), { replace: true })}
        >
          {(tab) =>
            tab === 'cohorts' ? (
              <Cohorts openId={cohortId ?? null} />
            ) : tab === 'appeals' ? (
              <Appeals />
            ) : (
              <Queue query={query} cases={cases} filter={tab} openId={openCase?.target_id ?? null} />
            )
          }
        </Tabs>
        {listsCases && <KeysLine />}
      </div>
      {openCase && (
        <div className={styles.detail}>
          <Link className={styles.back} to={paths.moderationQueue(filter)}>
            <ArrowLeft aria-hidden="true" />
            {t('All cases')}
          </Link>
          <CaseView
            key={openCase.target_id}
            caseKey={openCase}
            onDecided={openNext}
            onStep={(by) => void step(by)}
          />
        </div>
      )}
      {cohortId && (
        <div className={styles.detail}>
          <Link className={styles.back} to={paths.moderationCohorts}>
            <ArrowLeft aria-hidden="true" />
            {t('All cohorts')}
          </Link>
          <CohortView key={cohortId} cohortId={cohortId} />
        </div>
      )}
    </div>
  )
}

/** The keys for those who have a keyboard, and where to turn them off. */
function KeysLine() {
  return (
    <p className={styles.keys}>
      <T
        text="Press {j} and {k} for the next and previous case, {one} to {four} for a decision. <link>Turn keys off</link>"
        values={{
          j: <kbd>j</kbd>,
          k: <kbd>k</kbd>,
          one: <kbd>1</kbd>,
          four: <kbd>4</kbd>,
          link: (words) => <Link to={paths.search}>{words}</Link>,
        }}
      />
    </p>
  )
}

function tabPath(tab: string): string {
  return tab === 'cohorts' ? paths.moderationCohorts : paths.moderationQueue(tab)
}

/** Returns the case that the URL names, or null. */
function useOpenCase(): CaseKey | null {
  const { targetType, targetId } = useParams()
  const target_type = reportTargets.find((name) => name === targetType)
  return target_type && targetId ? { target_type, target_id: targetId } : null
}

/**
 * Shown instead of the queue while it is loading, after a failure, to members who are not moderators, and to moderators
 * without two-step sign-in.
 */
function NoQueue({ query }: { query: ReturnType<typeof useCases> }) {
  return (
    <QueryView
      query={query}
      level={1}
      title={t('The cases could not be loaded')}
      shape={{ label: t('Loading the cases...'), className: styles.list, heights: ['7rem', '7rem', '7rem'] }}
      instead={refusedOperator(
        t(
          'Moderators need a second step when they sign in, because they see reports and can hide what members write.',
        ),
      )}
    />
  )
}
