import { useQuery } from '@tanstack/react-query'
import { Bell, LockKeyhole, MapPin, UserCog } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { t } from '#contract/kit/translate.ts'
import { getPrivacy } from '#contract/people.ts'
import { LocationPanel } from '#web/accounts/location/LocationPanel.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { centerTab } from '#web/kit/centerTab.ts'
import { navigate } from '#web/kit/history.tsx'
import { settingsSections, type SettingsSection } from '#web/kit/paths.ts'
import { useSearchParams, withQuery } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { MutedMembers } from '#web/people/mutes/MutedMembers.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { PrivacyPanel } from './PrivacyPanel.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const tabs = {
  account: { label: t('Account'), icon: UserCog },
  location: { label: t('Location'), icon: MapPin },
  privacy: { label: t('Privacy'), icon: LockKeyhole },
  notifications: { label: t('Notifications'), icon: Bell },
} as const

/**
 * The screen of /settings, which is also a tab of /dashboard. `section` in the URL names the open tab. The parameters
 * are content that other modules add, because this module may not import them.
 *
 * @param belowLocation content below the postal address
 * @param belowNotifications content below the notification settings
 */
export function SettingsScreen({
  belowLocation,
  belowNotifications,
}: {
  belowLocation: ReactNode
  belowNotifications: ReactNode
}) {
  const { user } = useSession()
  const [section, open] = useSection()
  const isPhone = useMedia(widths.phone)
  usePageTitle(t('Settings'))
  if (!user) {
    return null
  }

  return (
    <div className={styles.screen}>
      <h1 className="h-page">{t('Settings')}</h1>
      <Tabs
        className={classNames(styles.plan)}
        keyboardActivation="manual"
        orientation={isPhone ? 'horizontal' : 'vertical'}
        selectedKey={section}
        onSelectionChange={(key) => {
          const section = settingsSections.find((name) => name === key)
          if (section) {
            open(section)
          }
        }}
      >
        <TabList aria-label={t('Settings')} className={classNames(styles.tabs)}>
          {settingsSections.map((name) => {
            const { label, icon: Icon } = tabs[name]
            return (
              <Tab
                key={name}
                ref={name === section ? centerTab : null}
                id={name}
                className={classNames(styles.tab)}
              >
                <Icon aria-hidden="true" />
                {label}
              </Tab>
            )
          })}
        </TabList>
        <TabPanel id="account" className={classNames(styles.panel)}>
          <AccountPanel user={user} />
        </TabPanel>
        <TabPanel id="location" className={classNames(styles.panel)}>
          <LocationPanel userId={user.userId} />
          {belowLocation}
        </TabPanel>
        <TabPanel id="privacy" className={classNames(styles.panel)}>
          <PrivacyPanel />
          <MutedCards />
        </TabPanel>
        <TabPanel id="notifications" className={classNames(styles.panel)}>
          <NotificationsPanel />
          {belowNotifications}
        </TabPanel>
      </Tabs>
    </div>
  )
}

function useSection() {
  const searchParams = useSearchParams()
  const section = settingsSections.find((name) => name === searchParams.get('section')) ?? 'account'
  function open(next: SettingsSection) {
    const nextParams = new URLSearchParams(searchParams)
    nextParams.set('section', next)
    navigate(withQuery(nextParams))
  }
  return [section, open] as const
}

/** The muted and blocked members. They are below the privacy settings, whose height is not known before they load. */
function MutedCards() {
  const { isPending } = useQuery(queryFor(getPrivacy, {}))
  if (isPending) {
    return null
  }
  return (
    <>
      <SettingsCard title={t('Muted members')}>
        <div className={styles.body}>
          <p>
            {t(
              "You don't see what these members write unless you choose to, and you aren't notified about them. They don't know.",
            )}
          </p>
          <MutedMembers kind="mute" />
        </div>
      </SettingsCard>
      <SettingsCard title={t('Blocked members')}>
        <div className={styles.body}>
          <p>
            {t(
              "You and these members can't follow, mention or respond to each other. Their comments stay in the discussions for everyone else.",
            )}
          </p>
          <MutedMembers kind="block" />
        </div>
      </SettingsCard>
    </>
  )
}
