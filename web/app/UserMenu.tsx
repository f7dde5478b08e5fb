import { ChevronDown, CircleUser, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../kit/paths.ts'
import { signOut } from '../kit/session.ts'
import type { SessionUser } from '../kit/sessionUser.ts'
import { chooseTheme, themes, useTheme } from '../kit/theme.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Menu, MenuButton, MenuGroup, MenuItem, MenuSeparator, MenuTrigger } from '../kit/ui/Menu.tsx'
import styles from './UserMenu.module.css'

const themeNames = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }
const themeIcons = { system: Monitor, light: Sun, dark: Moon }

/** The account menu; below 480 px its button is the picture alone and its entries are icons with the same names. */
export function UserMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const theme = useTheme()
  const isNarrow = useIsNarrow()
  const name = user.fullName || user.username

  const entries = {
    profile: () => void navigate(paths.ownProfile),
    settings: () => void navigate(paths.settings),
    signOut: () => {
      void signOut()
      void navigate(paths.login)
    },
  }
  const words = (text: string) => (isNarrow ? null : text)
  return (
    <MenuTrigger>
      <MenuButton className={styles.trigger}>
        <Avatar
          name={name}
          pictureUrl={user.profilePictureUrl}
          level={user.engagement_level}
          size="normal"
          decorative
        />
        <span className="vh">Account menu of </span>
        <span className={styles.name}>{name}</span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </MenuButton>
      <Menu aria-label="Account" row={isNarrow}>
        <MenuGroup label="Account">
          <MenuItem name="Your Profile" onAction={entries.profile}>
            <CircleUser aria-hidden="true" />
            {words('Your Profile')}
          </MenuItem>
          <MenuItem name="Settings" onAction={entries.settings}>
            <Settings aria-hidden="true" />
            {words('Settings')}
          </MenuItem>
          <MenuItem name="Sign Out" onAction={entries.signOut}>
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
                {words(themeNames[one])}
              </MenuItem>
            )
          })}
        </MenuGroup>
      </Menu>
    </MenuTrigger>
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
