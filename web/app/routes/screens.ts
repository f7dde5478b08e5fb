import type { ComponentType } from 'react'
import type { Section } from '#contract/branding/pageBranding.ts'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { paths } from '#web/kit/paths.ts'
import { matchPath } from '#web/kit/router.tsx'
import { site } from '#web/kit/site.ts'
import {
  GroupsScreen,
  loadFeed,
  loadGroups,
  loadProfile,
  loadSettings,
  ProfileScreen,
  SettingsScreen,
} from './tabs.ts'

type Load = () => Promise<{ default: ComponentType }>

/** A route with its screen. The screen's code is loaded when the screen is first rendered. */
export type ScreenRoute = { path: string; load: Load; Screen: ComponentType }

const loadShell = () => import('#web/app/DashboardShell.tsx')
export const DashboardShell = lazyPart(loadShell)

const DashboardScreen = lazyPart(() => import('#web/app/DashboardScreen.tsx'))

function route(path: string, load: Load, Screen = lazyPart(load)): ScreenRoute {
  return { path, load, Screen }
}

// Several routes share this screen so that the queue stays when a case is opened beside it.
const loadModeration = () => import('#web/moderation/cases/ModerationScreen.tsx')
const ModerationScreen = lazyPart(loadModeration)

/** The screens that are open to everyone. The sign-in is open too, but does not belong to the app (web/app/Root.tsx). */
export const openRoutes = [
  route(paths.resetPassword, () => import('#web/accounts/links/ResetScreen.tsx')),
  route(paths.verifyEmail, () => import('#web/accounts/links/VerifyScreen.tsx')),
  route(paths.undoEmailChange, () => import('#web/accounts/links/UndoEmailChangeScreen.tsx')),
  route(paths.appeal, () => import('#web/accounts/links/AppealScreen.tsx')),
  route(paths.restoreAccount, () => import('#web/accounts/links/RestoreScreen.tsx')),
]

/** The only screen that needs a session and has no shell. */
export const downloadRoute = route(
  paths.downloadData,
  () => import('#web/accounts/links/DownloadDataScreen.tsx'),
)

const sectionRoutes: Record<Section, ScreenRoute> = {
  elections: route(paths.elections, () => import('#web/elections/ElectionsScreen.tsx')),
  news: route(paths.news, () => import('#web/news/NewsScreen.tsx')),
}

/** The screens inside the shell. A section that the instance does not show has none. */
export const shellRoutes = [
  ...site.sections.map((section) => sectionRoutes[section]),
  route(paths.feed, loadFeed, DashboardScreen),
  route(paths.dashboard, loadFeed, DashboardScreen),
  route(paths.search, () => import('#web/search/SearchScreen.tsx')),
  route(paths.updates, () => import('#web/alerts/UpdatesScreen.tsx')),
  route(paths.ownProfile, loadProfile, ProfileScreen),
  route('/profile/:username', loadProfile, ProfileScreen),
  route(paths.settings, loadSettings, SettingsScreen),
  route(paths.groups, loadGroups, GroupsScreen),
  route('/bills/:billId/compare/:from/:to', () => import('#web/bills/versions/CompareScreen.tsx')),
  route('/groups/:groupId', () => import('#web/groups/GroupScreen.tsx')),
  route('/votes/:voteEventId', () => import('#web/voteEvents/VoteScreen.tsx')),
  route('/committees/:committeeId', () => import('#web/committees/CommitteeScreen.tsx')),
  route(paths.office, () => import('#web/representatives/office/OfficeScreen.tsx')),
  route(paths.moderation, loadModeration, ModerationScreen),
  route('/moderation/cases/:targetType/:targetId', loadModeration, ModerationScreen),
  route(`${paths.moderationCohorts}/:cohortId?`, loadModeration, ModerationScreen),
  route(`${paths.administration}/:tab?`, () => import('#web/administration/AdministrationScreen.tsx')),
  route('/representatives/:repId', () => import('#web/representatives/page/RepresentativeScreen.tsx')),
  // The URL of a bill, such as /us/119/hr/1, opens the bill above the feed, which stays mounted. The server knows whether the bill
  // exists.
  route('/:place/:session/:code/*', loadFeed, DashboardScreen),
]

/**
 * Starts to load the shell and the screen of a path at the same time, while the session is being restored. For an unknown
 * path the feed is loaded, because unknown paths redirect to it.
 */
export function preloadScreen(pathname: string) {
  if (pathname === paths.login) return
  if ([...openRoutes, downloadRoute].some(({ path }) => matchPath(path, pathname))) return
  preload(loadShell)
  preload(shellRoutes.find(({ path }) => matchPath(path, pathname))?.load ?? loadFeed)
}

/**
 * Loads the code of a screen when the pointer or the focus reaches a link to the screen. After a click, the screen can then
 * read its data at once.
 */
export function preloadLinkedScreens() {
  for (const event of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(event, preloadLinkedScreen, { passive: true })
  }
}

function preloadLinkedScreen({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (link && link.origin === window.location.origin) preloadScreen(link.pathname)
}
