import { Building2, ChevronRight, Landmark, Map } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { navigate } from '#web/kit/history.tsx'
import { useLocation, useSearchParams, withQuery } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { SampleBadge } from '#web/kit/ui/SampleBadge.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import type { Election } from './election.ts'
import { ElectionDetail } from './ElectionDetail.tsx'
import { elections } from './electionsContent.ts'
import { nearestElection } from './nearestElection.ts'
import styles from './Elections.module.css'

const CandidateDialog = lazyPart(() => import('./CandidateDialog.tsx'))

const levels = [
  { level: 'federal', label: t('Federal'), icon: Landmark },
  { level: 'state', label: t('State'), icon: Map },
  { level: 'local', label: t('Local'), icon: Building2 },
] as const

/**
 * The screen /elections. The URL parameter `race` selects the election, which is the nearest election by default, and
 * `candidate` selects the open card.
 */
export default function ElectionsScreen() {
  const searchParams = useSearchParams()
  const { state, key } = useLocation()
  const { user } = useSession()
  const nearest = nearestElection(elections, user?.ocd_city_id ?? null)
  const closedEntry = useRef<string | null>(null)
  // Forward opens a closed entry again, and it can be closed again.
  useEffect(() => {
    if (closedEntry.current !== key) {
      closedEntry.current = null
    }
  }, [key])
  const election = elections.find(({ id }) => id === searchParams.get('race')) ?? nearest
  const candidate = election?.candidates.find(({ id }) => id === searchParams.get('candidate'))
  usePageTitle(t('Elections'))

  // The open card is in the URL so that the back button closes it and the link can be shared. Closing a card that was
  // opened here goes back so that its entry does not stay in the history.
  function openCandidate(id: string) {
    const next = new URLSearchParams(searchParams)
    // The nearest race of another reader is another one.
    if (election) next.set('race', election.id)
    next.set('candidate', id)
    navigate(withQuery(next), { state: openedHere })
  }
  function closeCandidate() {
    if (wasOpenedHere(state)) {
      // Going back takes a moment, and pressing Escape twice must not go back twice.
      if (closedEntry.current === key) {
        return
      }
      closedEntry.current = key
      window.history.back()
      return
    }
    const next = new URLSearchParams(searchParams)
    next.delete('candidate')
    navigate(withQuery(next), { replace: true })
  }

  return (
    <div className={styles.screen}>
      <header>
        <h1 className="h-page">{t('Elections guide')}</h1>
        <p className="muted">
          {t('Dates, candidates and key facts for six races. Sample data for demonstration.')}
        </p>
        <SampleBadge />
      </header>
      <div className={styles.layout}>
        <nav className={styles.races} aria-label={t('Elections')}>
          {levels.map(({ level, label, icon: Icon }) => (
            <section key={level} aria-labelledby={`races-${level}`}>
              <h2 id={`races-${level}`} className={styles.level}>
                <Icon aria-hidden="true" />
                {label}
              </h2>
              <div className={styles.group}>
                {elections
                  .filter((race) => race.level === level)
                  .map((race) => (
                    <RaceButton key={race.id} race={race} isShown={race === election} onPress={show} />
                  ))}
              </div>
            </section>
          ))}
        </nav>
        {election && <ElectionDetail election={election} onOpen={openCandidate} />}
      </div>
      <PopupBoundary isOpen={candidate !== undefined} onClose={closeCandidate}>
        <CandidateDialog
          candidate={candidate ?? null}
          race={election?.title ?? ''}
          onClose={closeCandidate}
        />
      </PopupBoundary>
    </div>
  )
}

/** The state of the history entry that opened a card. */
const openedHere = { openedHere: true }

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state
}

type RaceButtonProps = { race: Election; isShown: boolean; onPress: (id: string) => void }

function RaceButton({ race, isShown, onPress }: RaceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className={classNames(styles.race, isShown && styles.shown)}
      onClick={() => onPress(race.id)}
    >
      {race.name}
      <ChevronRight aria-hidden="true" />
    </button>
  )
}

function show(race: string) {
  navigate(withQuery(new URLSearchParams({ race })))
}
