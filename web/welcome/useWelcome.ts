import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { getMostDiscussed, listTopics } from '../../contract/bills/bills.ts'
import { getMyPlaces } from '../../contract/places.ts'
import { listRepresentatives } from '../../contract/representatives/representatives.ts'
import { queryFor } from '../kit/api/api.ts'
import { loadWithRetry } from '../kit/api/lazyPart.ts'
import { useSession } from '../kit/session/session.ts'
import { firstOpenStep } from './progress.ts'

/** The time in milliseconds that the feed waits for the card. */
const maxWait = 4_000

/**
 * The welcome card of a member with open steps. Until its code and the data of its first step have arrived, the feed is
 * not shown, so that the card never moves the bills. If they take too long or the code cannot be loaded, there is no card
 * until the feed is opened again.
 */
export function useWelcome(): { isReady: boolean; Card: Card | null } {
  const { user } = useSession()
  const [step] = useState(() => firstOpenStep(user?.welcome ?? null))
  const code = useCardCode(step !== undefined)
  const isLoadingData = useStepData(step)
  const [isReady, setIsReady] = useState(step === undefined)
  const [isLeftOut, setIsLeftOut] = useState(false)
  if (!isReady && code.isFinal && !isLoadingData) setIsReady(true)
  useEffect(() => {
    if (isReady) return undefined
    const timer = setTimeout(() => {
      setIsLeftOut(true)
      setIsReady(true)
    }, maxWait)
    return () => clearTimeout(timer)
  }, [isReady])
  return { isReady, Card: isLeftOut ? null : code.Card }
}

type Card = ComponentType<{ onLeave: () => void }>

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

/** Whether something that the first step shows is still on its way. */
function useStepData(step: ReturnType<typeof firstOpenStep>): boolean {
  const topics = useQuery({ ...queryFor(listTopics, {}), enabled: step === 'topics' })
  const places = useQuery({ ...queryFor(getMyPlaces, {}), enabled: step === 'district' })
  const isLocated = step === 'district' && (places.data?.places?.divisions.length ?? 0) > 0
  const people = useQuery({ ...queryFor(listRepresentatives, {}), enabled: isLocated })
  const bill = useQuery({ ...queryFor(getMostDiscussed, {}), enabled: step === 'stance' })
  return [topics, places, people, bill].some(({ isLoading }) => isLoading)
}
