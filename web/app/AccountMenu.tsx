import {
  Bell,
  CircleUser,
  Landmark,
  LogOut,
  Monitor,
  Moon,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
} from 'lucide-react'
import { useSyncExternalStore, type RefObject } from 'react'
import { t } from '#contract/kit/translate.ts'
import { navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { signOut, useSession } from '#web/kit/session/session.ts'
import { chooseTheme, themes, useTheme } from '#web/kit/theme/theme.ts'
import { MenuGroup, MenuItem, MenuSeparator, OpenMenu } from '#web/kit/ui/overlays/Menu.tsx'

const themeNames = { system: t('System theme'), light: t('Light theme'), dark: t('Dark theme') }
/** The short captions below the icons in a narrow window. */
const themeCaptions = { system: t('System'), light: t('Light'), dark: t('Dark') }
const themeIcons = { system: Monitor, light: Sun, dark: Moon }

type AccountMenuProps = { triggerRef: RefObject<HTMLElement | null>; onClose: () => void }

/**
 * The menu with the member's pages, sign out and the themes. In a window below 480 px it is a row of icons with short
 * captions.
 */
export default function AccountMenu({ triggerRef, onClose }: AccountMenuProps) {
  const theme = useTheme()
  const { user } = useSession()
  const isNarrow = useIsNarrow()

  const label = (name: string, caption = name) => (isNarrow ? caption : name)
  return (
    <OpenMenu label={t('Account')} triggerRef={triggerRef} onClose={onClose} row={isNarrow}>
      <MenuGroup label={t('Account')}>
        <MenuItem name={t('Your Profile')} onAction={() => navigate(paths.ownProfile)}>
          <CircleUser aria-hidden="true" />
          {label(t('Your Profile'), t('Profile'))}
        </MenuItem>
        {user?.isOfficial && (
          <MenuItem name={t('Your Office')} onAction={() => navigate(paths.office)}>
            <Landmark aria-hidden="true" />
            {label(t('Your Office'), t('Office'))}
          </MenuItem>
        )}
        {user?.operatorRole && (
          <MenuItem name={t('Moderation')} onAction={() => navigate(paths.moderation)}>
            <ShieldCheck aria-hidden="true" />
            {label(t('Moderation'))}
          </MenuItem>
        )}
        {user?.operatorRole === 'administrator' && (
          <MenuItem name={t('Administration')} onAction={() => navigate(paths.administration)}>
            <SlidersHorizontal aria-hidden="true" />
            {label(t('Administration'), t('Admin'))}
          </MenuItem>
        )}
        <MenuItem name={t('Settings')} onAction={() => navigate(paths.settings)}>
          <Settings aria-hidden="true" />
          {label(t('Settings'))}
        </MenuItem>
        <MenuItem name={t('Updates')} onAction={() => navigate(paths.updates)}>
          <Bell aria-hidden="true" />
          {label(t('Updates'))}
        </MenuItem>
        <MenuItem name={t('Sign Out')} onAction={signOutAndGoToLogin}>
          <LogOut aria-hidden="true" />
          {label(t('Sign Out'))}
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup
        label={t('Theme')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const theme = themes.find((name) => keys !== 'all' && keys.has(name))
          if (theme) {
            chooseTheme(theme)
          }
        }}
      >
        {themes.map((name) => {
          const Icon = themeIcons[name]
          return (
            <MenuItem key={name} id={name} name={themeNames[name]} checked={!isNarrow && name === theme}>
              <Icon aria-hidden="true" />
              {label(themeNames[name], themeCaptions[name])}
            </MenuItem>
          )
        })}
      </MenuGroup>
    </OpenMenu>
  )
}

const narrowWindow = window.matchMedia('(max-width: 29.99rem)')

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrowWindow.addEventListener('change', listener)
      return () => narrowWindow.removeEventListener('change', listener)
    },
    () => narrowWindow.matches,
  )
}

function signOutAndGoToLogin() {
  void signOut()
  navigate(paths.login)
}
