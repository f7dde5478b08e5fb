import {
  disownEmailChangePath,
  downloadDataPath,
  forgotPasswordPath,
  resetPasswordPath,
  restoreAccountPath,
  settingsPath,
  verifyEmailPath,
} from '../../contract/accounts.ts'

/** Every address of the site, once. */
export const loginViews = ['register', 'forgot'] as const
export type LoginView = (typeof loginViews)[number]

export const dashboardTabs = ['feed', 'groups', 'elections', 'profile', 'settings'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const groupTabs = ['feed', 'about', 'members', 'documents'] as const
export type GroupTab = (typeof groupTabs)[number]

export const settingsSections = ['account', 'location', 'privacy', 'notifications'] as const
export type SettingsSection = (typeof settingsSections)[number]

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) words.set(name, value)
  return words.size > 0 ? `${path}?${words}` : path
}

export const paths = {
  home: '/',
  feed: '/feed',
  /** Opens a bill in the feed, and a comment of it. */
  bill: (billId: string, commentId?: string | null) =>
    withQuery('/feed', { highlight: billId, comment: commentId }),
  /** The address people share; it leads to the bill in the feed (R7). */
  sharedBill: (billId: string) => `/bills/${encodeURIComponent(billId)}`,
  dashboard: '/dashboard',
  dashboardTab: (tab: DashboardTab) => withQuery('/dashboard', { tab }),
  groups: '/groups',
  group: (groupId: string, tab?: GroupTab) => withQuery(`/groups/${encodeURIComponent(groupId)}`, { tab }),
  elections: '/elections',
  news: '/news',
  ownProfile: '/profile',
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  settings: settingsPath,
  /** One tab of the settings. */
  settingsSection: (section: SettingsSection) => withQuery(settingsPath, { section }),
  login: '/login',
  loginView: (view: LoginView) => withQuery('/login', { view }),
  register: '/login?view=register',
  forgot: forgotPasswordPath,
  /** With the `?token=` of a mailed link. */
  resetPassword: resetPasswordPath,
  /** The same. */
  verifyEmail: verifyEmailPath,
  /** "This was not me" of the mail about a new address; the same. */
  notMe: disownEmailChangePath,
  /** The data export of a mailed link; the same. */
  downloadData: downloadDataPath,
  /** Undoes the deletion of an account; the same. */
  restoreAccount: restoreAccountPath,
} as const
