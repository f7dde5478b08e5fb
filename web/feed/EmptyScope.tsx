import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { listBills, type BillScope } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { addressHelp, getMyPlaces } from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, Loading } from '#web/kit/ui/Feedback.tsx'
import { withView } from './feedScopes.ts'
import { useFeedSearchParams } from './feedSearchParams.ts'
import { addressSettings, useHome } from './ScopeChips.tsx'

/** Matches a state, the District of Columbia, a territory, and every place in one of them. */
const stateDivision = /^ocd-division\/country:us\/(?:state|district|territory):/

/** Says why a scope has no bills and what the member can do about it. */
export default function EmptyScope({ scope }: { scope: BillScope }) {
  const [searchParams] = useFeedSearchParams()
  const { hasCity, hasAddress } = useHome()
  const places = useQuery({ ...queryFor(getMyPlaces, {}), enabled: scope !== 'congress' && hasAddress })
  // The feed leaves out bills of past sessions.
  const allBills = useQuery({
    ...queryFor(listBills, { scope, limit: 1, offset: 0 }),
    enabled: scope === 'congress' || hasAddress,
  })
  if (scope !== 'congress' && !hasAddress) {
    return (
      <Empty
        icon={<MapPin />}
        title={
          scope === 'city' ? t('Add your address to see your city') : t('Add your address to see your state')
        }
        hint={
          scope === 'city'
            ? t(
                'Bills from your city appear here once we know where you live. Other members never see your address.',
              )
            : t(
                'Bills from your state appear here once we know where you live. Other members never see your address.',
              )
        }
      >
        <ButtonLink to={addressSettings} variant="secondary">
          {t('Add your address')}
        </ButtonLink>
      </Empty>
    )
  }
  if (places.isLoading || allBills.isLoading) {
    return <Loading>{t('Loading...')}</Loading>
  }
  const hasState =
    !places.data || places.data.places?.divisions.some(({ division }) => stateDivision.test(division))
  const isUnmatched = scope === 'city' ? !hasCity : scope === 'state' && !hasState
  if (isUnmatched) {
    return (
      <Empty
        icon={<MapPin />}
        title={
          scope === 'city'
            ? t("We couldn't match your address to a city")
            : t("We couldn't match your address to a state")
        }
        hint={
          scope === 'city' ? t('Check your address, or look at the bills of your state.') : t(addressHelp)
        }
      >
        <ButtonLink to={addressSettings} variant="secondary">
          {t('Check your address')}
        </ButtonLink>
      </Empty>
    )
  }
  const division = places.data?.places?.divisions.find(
    ({ kind, division: id }) =>
      kind === (scope === 'city' ? 'place' : 'state') || (scope === 'city' && id.includes('/municipio:')),
  )
  const name =
    scope === 'congress'
      ? t('Congress')
      : division
        ? placeText(division.name)
        : scope === 'city'
          ? t('your city')
          : t('your state')
  if (allBills.data && allBills.data.pagination.total > 0) {
    return (
      <Empty
        icon={<MapPin />}
        title={t('No bills from {name}', { name })}
        hint={t('All bills of {name} are from past sessions.', { name })}
      >
        <ButtonLink to={`${withView(searchParams, scope)}&past=true`} variant="secondary">
          {t('Show bills of past sessions')}
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <Empty
      icon={<MapPin />}
      title={t('No bills from {name}', { name })}
      hint={
        scope === 'city'
          ? t(
              'This site has no source for bills of {name} yet. You can read the bills of your state and of Congress.',
              { name },
            )
          : t('This site has no source for bills of {name} yet. You can read the bills of other places.', {
              name,
            })
      }
    >
      <ButtonLink to={withView(searchParams, scope === 'city' ? 'state' : null)} variant="secondary">
        {scope === 'city' ? t('Show bills of my state') : t('Show all bills')}
      </ButtonLink>
    </Empty>
  )
}
