import { useQuery } from '@tanstack/react-query'
import { MapPin, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { billScopes, type BillScope } from '#contract/bills/bills.ts'
import { addressHelp, getMyPlaces } from '#contract/places.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { chipClass } from '#web/kit/ui/Badge.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, Loading } from '#web/kit/ui/Feedback.tsx'
import { useFeedAddress } from './feedAddress.ts'
import { scopeLabels, type View, withView } from './feedScopes.ts'
import styles from './ScopeChips.module.css'

/** Matches a state, the District of Columbia, a territory, and every place in one of them. */
const stateDivision = /^ocd-division\/country:us\/(?:state|district|territory):/

const addressSettings = paths.settingsSection('location')

type ScopeChipsProps = {
  view: View
  /** On a phone, the button that opens the filters is the first chip. */
  discover: ReactNode
  onChange: () => void
}

/** Selects which bills the feed shows. The chips are links, so each view has a URL and the back button works. */
export function ScopeChips({ view, discover, onChange }: ScopeChipsProps) {
  const [searchParams] = useFeedAddress()
  return (
    <nav aria-label="Which bills to show">
      <ul className={styles.chips}>
        {discover && <li>{discover}</li>}
        {([null, ...billScopes, 'trending'] as const).map((choice) => (
          <li key={choice ?? 'all'}>
            <Link
              to={withView(searchParams, choice)}
              className={chipClass(choice === view)}
              aria-current={choice === view ? 'page' : undefined}
              preventScrollReset
              onClick={onChange}
            >
              {choice === 'trending' && <TrendingUp aria-hidden="true" />}
              {scopeLabels[choice ?? 'all']}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useHome() {
  const { user } = useSession()
  const hasCity = Boolean(user?.ocd_city_id)
  return { hasCity, hasAddress: hasCity || Boolean(user?.address) }
}

/** Suggests to a member without an address that they add one. It is shown above the feed "For you". */
export function AddressOffer() {
  const { hasAddress } = useHome()
  if (hasAddress) return null
  return (
    <p className={styles.offer}>
      <MapPin aria-hidden="true" />
      <span>
        <Link to={addressSettings}>Add your address</Link> to see your city first.
      </span>
    </p>
  )
}

/**
 * Returns whether the scope needs to know where the member lives and the member's address is missing or not exact
 * enough.
 */
export function useLacksPlace(scope: BillScope | null): boolean {
  const { hasCity, hasAddress } = useHome()
  return (scope === 'city' && !hasCity) || (scope === 'state' && !hasAddress)
}

/** Says why a scope has no bills and what the member can do about it. */
export function EmptyScope({ scope }: { scope: BillScope }) {
  const [searchParams] = useFeedAddress()
  const { hasCity, hasAddress } = useHome()
  const places = useQuery({ ...queryFor(getMyPlaces, {}), enabled: scope !== 'congress' && hasAddress })
  if (scope !== 'congress' && !hasAddress) {
    return (
      <Empty
        icon={<MapPin />}
        title={scope === 'city' ? 'Add your address to see your city' : 'Add your address to see your state'}
        hint={`Bills from your ${scope} appear here once we know where you live. Other members never see your address.`}
      >
        <ButtonLink to={addressSettings} variant="secondary">
          Add your address
        </ButtonLink>
      </Empty>
    )
  }
  if (places.isLoading) return <Loading>Loading...</Loading>
  const hasState =
    !places.data || places.data.places?.divisions.some(({ division }) => stateDivision.test(division))
  const isUnmatched = scope === 'city' ? !hasCity : scope === 'state' && !hasState
  if (isUnmatched) {
    return (
      <Empty
        icon={<MapPin />}
        title={`We couldn't match your address to a ${scope}`}
        hint={scope === 'city' ? 'Check your address, or look at the bills of your state.' : addressHelp}
      >
        <ButtonLink to={addressSettings} variant="secondary">
          Check your address
        </ButtonLink>
      </Empty>
    )
  }
  const division = places.data?.places?.divisions.find(
    ({ kind }) => kind === (scope === 'city' ? 'place' : 'state'),
  )
  const name = scope === 'congress' ? 'Congress' : (division?.name ?? `your ${scope}`)
  return (
    <Empty
      icon={<MapPin />}
      title={`No bills from ${name}`}
      hint={`This site has no source for bills of ${name} yet. You can read the bills of ${scope === 'city' ? 'your state and of Congress' : 'other places'}.`}
    >
      <ButtonLink to={withView(searchParams, scope === 'city' ? 'state' : null)} variant="secondary">
        {scope === 'city' ? 'Show bills of my state' : 'Show all bills'}
      </ButtonLink>
    </Empty>
  )
}
