import { CircleUser, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useSyncExternalStore, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../kit/paths.ts'
import { signOut } from '../kit/session/session.ts'
import { chooseTheme, themes, useTheme } from '../kit/theme.ts'
import { MenuGroup, MenuItem, MenuSeparator, OpenMenu } from '../kit/ui/overlays/Menu.tsx'

const themeNames = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }
/** What stands below the icons on a phone: words of the full names. */
const themeCaptions = { system: 'System', light: 'Light', dark: 'Dark' }
const themeIcons = { system: Monitor, light: Sun, dark: Moon }

type AccountMenuProps = { triggerRef: RefObject<HTMLElement | null>; onClose: () => void }

/** Profile, settings, signing out, and the theme; below 480 px a row of icons with short captions. */
export default function AccountMenu({ triggerRef, onClose }: AccountMenuProps) {
  const navigate = useNavigate()
  const theme = useTheme()
  const isNarrow = useIsNarrow()

  function leave() {
    void signOut()
    void navigate(paths.login)
  }

  const words = (text: string, caption = text) => (isNarrow ? caption : text)
  return (
    <OpenMenu label="Account" triggerRef={triggerRef} onClose={onClose} row={isNarrow}>
      <MenuGroup label="Account">
        <MenuItem name="Your Profile" onAction={() => void navigate(paths.ownProfile)}>
          <CircleUser aria-hidden="true" />
          {words('Your Profile', 'Profile')}
        </MenuItem>
        <MenuItem name="Settings" onAction={() => void navigate(paths.settings)}>
          <Settings aria-hidden="true" />
          {words('Settings')}
        </MenuItem>
        <MenuItem name="Sign Out" onAction={leave}>
          <LogOut aria-hidden="true" />
          {words('Sign Out')}
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup
        label="Theme"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const chosen = themes.find((one) => keys !== 'all' && keys.has(one))
          if (chosen) chooseTheme(chosen)
        }}
      >
        {themes.map((one) => {
          const Icon = themeIcons[one]
          return (
            <MenuItem key={one} id={one} name={themeNames[one]} marked={!isNarrow && one === theme}>
              <Icon aria-hidden="true" />
              {words(themeNames[one], themeCaptions[one])}
            </MenuItem>
          )
        })}
      </MenuGroup>
    </OpenMenu>
  )
}

const narrow = window.matchMedia('(max-width: 29.99rem)')

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )
}
