import { useQuery } from '@tanstack/react-query'
import { getAdministration } from '#contract/administration/administration.ts'
import { t } from '#contract/kit/translate.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { navigate } from '#web/kit/history.tsx'
import { useParams } from '#web/kit/router.tsx'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { refusedOperator } from '#web/kit/ui/refusedOperator.tsx'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { OpenSteps } from './OpenSteps.tsx'
import { tabPath } from './paths.ts'
import { styles } from './styles.ts'

/** The tabs of the administration screen. The code of a tab is loaded when the tab is opened. */
const tabs = [
  { id: 'codes', label: t('Access codes'), Panel: lazyPart(() => import('./codes/CodesTab.tsx')) },
  { id: 'members', label: t('Members'), Panel: lazyPart(() => import('./members/MembersTab.tsx')) },
  { id: 'branding', label: t('Branding'), Panel: lazyPart(() => import('./branding/BrandingTab.tsx')) },
  {
    id: 'statistics',
    label: t('Statistics'),
    Panel: lazyPart(() => import('./statistics/StatisticsTab.tsx')),
  },
  { id: 'operation', label: t('Operation'), Panel: lazyPart(() => import('./operation/OperationTab.tsx')) },
] as const

/** The screen of /administration/{tab}. Only administrators with two-step sign-in can use it. */
export default function AdministrationScreen() {
  usePageTitle(t('Administration'))
  const { tab } = useParams()
  const access = useQuery(queryFor(getAdministration, {}))
  const selected = tabs.find(({ id }) => id === tab) ?? tabs[0]
  if (!access.data) {
    // A failure, or the reason why the member cannot use the screen.
    return (
      <QueryView
        query={access}
        level={1}
        title={t('The administration could not be loaded')}
        shape={{
          label: t('Loading the administration...'),
          className: styles.list,
          heights: ['3rem', '7rem', '7rem'],
        }}
        instead={refusedOperator(
          t(
            'Administrators need a second step when they sign in, because they see accounts and can suspend them.',
          ),
        )}
      />
    )
  }
  return (
    <div className={styles.screen}>
      <h1 className="h-page">{t('Administration')}</h1>
      <OpenSteps open={access.data.open_steps} />
      <Tabs
        label={t('Administration')}
        tabs={tabs}
        selected={selected.id}
        onSelect={(next) => navigate(tabPath(next), { replace: true })}
      >
        {() => (
          <div className={styles.content}>
            <PartBoundary loading={<Loading>{t('Loading...')}</Loading>}>
              <selected.Panel />
            </PartBoundary>
          </div>
        )}
      </Tabs>
    </div>
  )
}
