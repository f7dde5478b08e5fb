import { useQuery } from '@tanstack/react-query'
import { KeyRound, SearchX } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { getAdministration } from '#contract/administration/administration.ts'
import { ApiError, queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { paths } from '#web/kit/paths.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, Failure, Loading, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { tabAddress } from './addresses.ts'
import { styles } from './styles.ts'

/** The tabs of the administration screen. The code of a tab is loaded when the tab is opened. */
const tabs = [
  { id: 'codes', label: 'Access codes', Panel: lazyPart(() => import('./codes/CodesTab.tsx')) },
  { id: 'members', label: 'Members', Panel: lazyPart(() => import('./members/MembersTab.tsx')) },
  { id: 'branding', label: 'Branding', Panel: lazyPart(() => import('./branding/BrandingTab.tsx')) },
  { id: 'statistics', label: 'Statistics', Panel: lazyPart(() => import('./statistics/StatisticsTab.tsx')) },
  { id: 'operation', label: 'Operation', Panel: lazyPart(() => import('./operation/OperationTab.tsx')) },
] as const

/** The screen of /administration/{tab}. Only administrators with two-step sign-in can use it. */
export default function AdministrationScreen() {
  usePageTitle('Administration')
  const navigate = useNavigate()
  const { tab } = useParams()
  const access = useQuery(queryFor(getAdministration, {}))
  const selected = tabs.find(({ id }) => id === tab) ?? tabs[0]
  if (!access.data) return <AccessState access={access} />
  return (
    <div className={styles.screen}>
      <h1 className="h-page">Administration</h1>
      <Tabs
        label="Administration"
        tabs={tabs}
        selected={selected.id}
        onSelect={(next) => void navigate(tabAddress(next), { replace: true })}
      >
        {() => (
          <div className={styles.content}>
            <PartBoundary loading={<Loading>Loading...</Loading>}>
              <selected.Panel />
            </PartBoundary>
          </div>
        )}
      </Tabs>
    </div>
  )
}

type AccessStateProps = {
  access: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
}

/**
 * Shown instead of the tabs while the permission is being checked, after a failure, to members who are not administrators,
 * and to administrators without two-step sign-in.
 */
function AccessState({ access }: AccessStateProps) {
  const { error } = access
  if (access.isPending) {
    return (
      <LoadingShape label="Loading the administration..." className={styles.list}>
        <Skeleton height="3rem" />
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
      </LoadingShape>
    )
  }
  if (error instanceof ApiError && error.code === 'operator_needs_second_factor') {
    return (
      <Empty
        level={1}
        icon={<KeyRound />}
        title="Turn on two-step sign-in first"
        hint="Administrators need a second step when they sign in, because they see accounts and can suspend them."
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
      title="The administration could not be loaded"
      error={error}
      onRetry={access.refetch}
      isRetrying={access.isFetching}
    />
  )
}
