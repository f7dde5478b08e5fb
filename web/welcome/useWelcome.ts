import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { getMostDiscussed, listTopics } from '#contract/bills/bills.ts'
import { getMyPlaces } from '#contract/places.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { loadWithRetry } from '#web/kit/api/lazyPart.ts'
import { useSession } from '#web/kit/session/session.ts'
import { firstOpenStep } from './progress.ts'

/** The longest time in milliseconds for which the feed waits for the card. */
const maxWait = 4_000

/**
 * Loads the welcome card of a member with open steps. The feed is not shown before the code of the card and the data of its
 * first step are loaded so that the card never moves the bills. If that takes too long or the code cannot be loaded, the
 * feed is shown without the card, and the card has another chance when the feed is opened again.
 */
export function useWelcome(): { isReady: boolean; Card: Card | null } {
  const { user } = useSession()
  const [step] = useState(() => firstOpenStep(user?.welcome ?? null))
  const code = useCardCode(step !== undefined)
  const isLoadingData = useStepData(step)
  const [isReady, setIsReady] = useState(step === undefined)
  const [isTooLate, setIsTooLate] = useState(false)
  if (!isReady && code.isFinal && !isLoadingData) setIsReady(true)
  useEffect(() => {
    if (isReady) return undefined
    const timer = setTimeout(() => {
      setIsTooLate(true)
      setIsReady(true)
    }, maxWait)
    return () => clearTimeout(timer)
  }, [isReady])
  return { isReady, Card: isTooLate ? null : code.Card }
}

type Card = ComponentType<{ onClose: () => void }>

function useCardCode(isNeeded: boolean) {
  const [code, setCode] = useState<{ isFinal: boolean; Card: Card | null }>({
    isFinal: !isNeeded,
    Card: null,
  })
  useEffect(() => {
    if (!isNeeded) return
    loadWithRetry(() => import('./WelcomeCard.tsx')).then(
      ({ WelcomeCard }) => setCode({ isFinal: true, Card: WelcomeCard }),
      () => setCode({ isFinal: true, Card: null }),
    )
  }, [isNeeded])
  return code
}

/** True if data of the first step is still being loaded. */
function useStepData(step: ReturnType<typeof firstOpenStep>): boolean {
  const topics = useQuery({ ...queryFor(listTopics, {}), enabled: step === 'topics' })
  const places = useQuery({ ...queryFor(getMyPlaces, {}), enabled: step === 'district' })
  const isLocated = step === 'district' && (places.data?.places?.divisions.length ?? 0) > 0
  const people = useQuery({ ...queryFor(listRepresentatives, {}), enabled: isLocated })
  const bill = useQuery({ ...queryFor(getMostDiscussed, {}), enabled: step === 'stance' })
  return [topics, places, people, bill].some(({ isLoading }) => isLoading)
}
