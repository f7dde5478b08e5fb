import { MapPin, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { billScopes, type BillScope } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { chipClass } from '#web/kit/ui/Badge.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { scopeLabels, type View, withView } from './feedScopes.ts'
import { useFeedSearchParams } from './feedSearchParams.ts'
import styles from './ScopeChips.module.css'

export const addressSettings = paths.settingsSection('location')

type ScopeChipsProps = {
  view: View
  /** On a phone, the button that opens the filters is the first chip. */
  discover: ReactNode
  onChange: () => void
}

/** Selects which bills the feed shows. The chips are links, so each view has a URL and the back button works. */
export function ScopeChips({ view, discover, onChange }: ScopeChipsProps) {
  const [searchParams] = useFeedSearchParams()
  return (
    <nav aria-label={t('Which bills to show')}>
      <ul className={styles.chips}>
        {discover && <li>{discover}</li>}
        {([null, ...billScopes, 'trending'] as const).map((choice) => (
          <li key={choice ?? 'all'}>
            <Link
              to={withView(searchParams, choice)}
              className={chipClass(choice === view)}
              aria-current={choice === view ? 'page' : undefined}
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

export function useHome() {
  const { user } = useSession()
  const hasCity = Boolean(user?.ocd_city_id)
  return { hasCity, hasAddress: hasCity || Boolean(user?.address) }
}

/** Suggests to a member without an address that they add one. It is shown above the feed "For you". */
export function AddressOffer() {
  const { hasAddress } = useHome()
  if (hasAddress) {
    return null
  }
  return (
    <p className={styles.offer}>
      <MapPin aria-hidden="true" />
      <span>
        <T
          text="<link>Add your address</link> to see your city first."
          values={{ link: (content) => <Link to={addressSettings}>{content}</Link> }}
        />
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
