import {
  undoEmailChangePath,
  downloadDataPath,
  forgotPasswordPath,
  resetPasswordPath,
  restoreAccountPath,
  settingsPath,
  verifyEmailPath,
} from '#contract/accounts/accounts.ts'
import { billListPath } from '#contract/bills/publicBills.ts'
import { looksLikeBillPath, sharedBillPath } from '#contract/bills/sharedBills.ts'
import type { appealPath } from '#contract/moderation/appeals.ts'

// Every path of the site is defined only in this file.

// Only the type is imported, because every page would load the rules of appeals.
const appeal: typeof appealPath = '/appeal'

export const loginViews = ['register', 'forgot'] as const
export type LoginView = (typeof loginViews)[number]

export const dashboardTabs = ['feed', 'groups', 'elections', 'profile', 'settings'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const groupTabs = ['feed', 'about', 'members', 'documents'] as const
export type GroupTab = (typeof groupTabs)[number]

export const settingsSections = ['account', 'location', 'privacy', 'notifications'] as const
export type SettingsSection = (typeof settingsSections)[number]

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return String(search) ? `${path}?${search}` : path
}

export const paths = {
  home: '/',
  feed: '/feed',
  /** Opens a bill in the feed, and optionally one of its comments. */
  bill: (billId: string, commentId?: string | null) =>
    withQuery('/feed', { highlight: billId, comment: commentId }),
  /** Shows the changes between two versions of a bill's text. */
  compareVersions: (billId: string, from: number, to: number) => `/bills/${billId}/compare/${from}/${to}`,
  /** The page of a bill for visitors. The server renders it. */
  sharedBill: (billId: string, commentId?: string | null) =>
    withQuery(sharedBillPath(billId), { comment: commentId }),
  /** The feed with the bills of one topic. */
  topic: (topic: string) => withQuery('/feed', { topics: topic }),
  /** The feed with the bills that contain a keyword. */
  billSearch: (keyword: string) => withQuery('/feed', { q: keyword }),
  search: '/search',
  searchFor: (query: string) => withQuery('/search', { q: query }),
  dashboard: '/dashboard',
  dashboardTab: (tab: DashboardTab) => withQuery('/dashboard', { tab }),
  groups: '/groups',
  group: (groupId: string, tab?: GroupTab) => withQuery(`/groups/${encodeURIComponent(groupId)}`, { tab }),
  /** Updates about everything that the member follows. */
  updates: '/updates',
  /** A vote in a legislature, with the vote of each legislator. */
  vote: (voteEventId: string) => `/votes/${encodeURIComponent(voteEventId)}`,
  representative: (repId: string) => `/representatives/${encodeURIComponent(repId)}`,
  committee: (committeeId: string) => `/committees/${encodeURIComponent(committeeId)}`,
  /** The messages to a representative, and the representative's statements. Only the verified account sees them. */
  office: '/office',
  officeStatements: '/office?tab=statements',
  /** The reports that members sent. Only moderators see them. */
  moderation: '/moderation',
  moderationQueue: (filter: string) =>
    withQuery('/moderation', { filter: filter === 'open' ? null : filter }),
  moderationCase: (target: { target_type: string; target_id: string }, filter: string) =>
    withQuery(`/moderation/cases/${target.target_type}/${target.target_id}`, {
      filter: filter === 'open' ? null : filter,
    }),
  /** Groups of accounts that look coordinated. */
  moderationCohorts: '/moderation/cohorts',
  moderationCohort: (cohortId: string) => `/moderation/cohorts/${cohortId}`,
  /** Access codes, members and the operation of the instance. Only administrators see them. */
  administration: '/administration',
  elections: '/elections',
  news: '/news',
  ownProfile: '/profile',
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  settings: settingsPath,
  /** One tab of the settings. */
  settingsSection: (section: SettingsSection) => withQuery(settingsPath, { section }),
  /** The description of the public API for programs. */
  publicApi: '/api/public/v1/openapi.json',
  login: '/login',
  loginView: (view: LoginView) => withQuery('/login', { view }),
  register: '/login?view=register',
  /** The list of bills for everyone. The server renders it. */
  billList: billListPath,
  /** Who runs the instance. The server renders it. */
  contact: '/about#contact',
  forgot: forgotPasswordPath,
  // The links in emails open the following paths with `?token=`.
  resetPassword: resetPasswordPath,
  verifyEmail: verifyEmailPath,
  /** Opened by "This was not me" in the email about a new email address. */
  undoEmailChange: undoEmailChangePath,
  downloadData: downloadDataPath,
  restoreAccount: restoreAccountPath,
  /** An appeal against a decision of the moderators. */
  appeal,
} as const

/** Returns the query string that opens a section of a bill, and keeps the other parameters of the current query string. */
export function sectionSearch(
  pathname: string,
  search: string,
  billId: string,
  versionNo: number | null,
): string {
  const query = new URLSearchParams(search)
  for (const name of linkParameters) query.delete(name)
  // The permanent URL of a bill names the bill itself.
  if (!looksLikeBillPath(pathname)) query.set('highlight', billId)
  if (versionNo !== null) query.set('version', String(versionNo))
  return `?${query}`
}

/** Returns the number of the version that a link to a section names, or null if it names none. */
export function sectionVersionOf(search: string): number | null {
  const version = new URLSearchParams(search).get('version') ?? ''
  return /^[1-9]\d{0,4}$/.test(version) ? Number(version) : null
}

/** The parameters of a link to a bill. The feed removes them from its URL. */
export const linkParameters = ['highlight', 'comment', 'version'] as const

/** Returns the path of the page, open to everybody, of the bill that this URL opens in the app. Null if it opens none. */
export function openPageOf(path: string): string | null {
  const { pathname, search, searchParams } = new URL(path, 'https://hurd.invalid')
  if (looksLikeBillPath(pathname)) return pathname + search
  const bill_id = searchParams.get('highlight')
  return pathname === paths.feed && bill_id ? paths.sharedBill(bill_id, searchParams.get('comment')) : null
}

/** Decodes a part of a path. A path that somebody typed may have a percent sign that encodes nothing. */
export function decodePart<P extends string | undefined>(part: P): string | P {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}
