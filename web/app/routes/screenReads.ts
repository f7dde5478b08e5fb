import type { getUser, listSessions } from '#contract/accounts/accounts.ts'
import type { getSecondFactor } from '#contract/accounts/secondFactor.ts'
import type { listFollows, listUpdates } from '#contract/alerts.ts'
import type {
  getBill,
  getStance,
  listBills,
  listBookmarks,
  listMovedBills,
  listTopics,
} from '#contract/bills/bills.ts'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import type { canPost, getGroup, listGroupActivity, listGroupPosts, listGroups } from '#contract/groups.ts'
import type { getCommittee } from '#contract/hearings.ts'
import type { Endpoint, InputOf } from '#contract/kit/endpoint.ts'
import type { listOfficialMessages, listOfficialStatements } from '#contract/messages.ts'
import type { listNotifications } from '#contract/notifications.ts'
import type { listApiKeys } from '#contract/openData/apiKeys.ts'
import type { getProfileStats, getUserByUsername } from '#contract/people.ts'
import type {
  getAgreement,
  getRepresentative,
  getVoteEvent,
  listRepresentativeVotes,
} from '#contract/votes/votes.ts'
import { addWordsLanguage } from '#web/kit/recordLanguage.ts'

/**
 * Returns the URLs that the screen at this URL reads first. They must be equal to the URLs of the screen's queries,
 * including the order of the parameters. A screen whose reads are missing here still works, but is slower. This module is
 * part of the script in the page's <head>, so it imports little but types. They check each path and its parameters.
 */
export function screenReads(
  { pathname, search }: { pathname: string; search: string },
  userId: string,
  /** The bill at a permanent URL, which does not name its id. */
  bill_id: string | null = null,
) {
  // A bill at its URL is above the feed without filters.
  const pathReads = looksLikeBillPath(pathname)
    ? feedReads(new URLSearchParams(bill_id === null ? {} : { highlight: bill_id }))
    : ownReads(pathname, new URLSearchParams(search), userId)
  // The header of every screen shows the member and the number of new notifications.
  return [
    read<typeof getUser>('/api/users/:id', { id: userId }),
    ...pathReads,
    read<typeof listNotifications>('/api/notifications', {}),
  ]
}

/** Returns the URL of a call. The values of the path come from the URL, where they are encoded already. */
function read<E extends Endpoint>(
  path: E['path'],
  input: InputOf<E> & Record<string, string | number | undefined>,
): string {
  const query = new URLSearchParams()
  let url: string = path
  for (const [name, value] of Object.entries(input)) {
    if (url.includes(`:${name}`)) url = url.replace(`:${name}`, String(value))
    else if (value !== undefined) query.append(name, String(value))
  }
  addWordsLanguage(path, query)
  return query.size > 0 ? `${url}?${query}` : url
}

const follows = () => read<typeof listFollows>('/api/follows', {})

function ownReads(pathname: string, query: URLSearchParams, userId: string): string[] {
  const [, screen = '', id, ...deeperNames] = pathname.split('/')
  if (deeperNames.length > 0) return []
  if (screen === 'votes') return id ? [read<typeof getVoteEvent>('/api/vote-events/:id', { id })] : []
  if (screen === 'representatives') return id ? representativeReads(id) : []
  if (screen === 'committees') {
    return id ? [read<typeof getCommittee>('/api/committees/:id', { id }), follows()] : []
  }
  if (screen === 'groups') return id ? groupReads(id) : groupListReads(query)
  if (screen === 'profile') return id ? profileReads(id) : ownProfileReads(userId)
  if (screen === 'settings') return settingsReads()
  if (screen === 'office') {
    const page = { limit: 20, offset: 0 }
    return query.get('tab') === 'statements'
      ? [read<typeof listOfficialStatements>('/api/officials/statements', page)]
      : [read<typeof listOfficialMessages>('/api/officials/messages', page)]
  }
  if (screen === 'updates') {
    return [
      read<typeof listGroupActivity>('/api/activity/groups', {}),
      read<typeof listUpdates>('/api/updates', { limit: 20 }),
      follows(),
    ]
  }
  if (screen === 'elections' || screen === 'news' || screen === 'search') return []
  // A bill in the URL overrides the tab.
  const tab = query.has('highlight') ? 'feed' : query.get('tab')
  if (tab === 'groups') return groupListReads(query)
  if (tab === 'profile') return ownProfileReads(userId)
  if (tab === 'settings') return settingsReads()
  return tab === null || tab === 'feed' ? feedReads(query) : []
}

function feedReads(query: URLSearchParams): string[] {
  const billId = query.get('highlight')
  const isFiltered = [...query.keys()].some(
    (name) => !['highlight', 'comment', 'version', 'scope'].includes(name),
  )
  return [
    ...(isFiltered ? [] : [firstBills(scopes.find((name) => name === query.get('scope')))]),
    read<typeof listMovedBills>('/api/bills/moved', {}),
    read<typeof listTopics>('/api/bills/topics', {}),
    read<typeof listGroupActivity>('/api/activity/groups', {}),
    ...(billId ? [read<typeof getBill>('/api/bills/:id', { id: encodeURIComponent(billId) })] : []),
  ]
}

const scopes = ['city', 'state', 'congress'] as const

/** Returns the URL of the first page of the feed, for all scopes or for one. */
export function firstBills(scope?: (typeof scopes)[number]): string {
  const sort = { sort: 'created_at', order: 'relevance', past_sessions: 'exclude' } as const
  return read<typeof listBills>('/api/bills', { ...sort, scope, limit: 20, offset: 0 })
}

/** Returns the URL of the member's stance on the bill that the server wrote into the page. */
export function ownStance(bill_id: string): string {
  return read<typeof getStance>('/api/bills/:id/stance', { id: bill_id })
}

function groupListReads(query: URLSearchParams): string[] {
  return query.has('level') ? [] : [read<typeof listGroups>('/api/groups', { order: 'places', limit: 50 })]
}

function groupReads(id: string): string[] {
  return [
    read<typeof getGroup>('/api/groups/:id', { id }),
    read<typeof listGroupPosts>('/api/groups/:id/posts', { id, limit: 20 }),
    read<typeof canPost>('/api/groups/:id/can-post', { id }),
    follows(),
  ]
}

function representativeReads(id: string): string[] {
  return [
    read<typeof getRepresentative>('/api/representatives/:id', { id }),
    read<typeof getAgreement>('/api/representatives/:id/agreement', { id }),
    read<typeof listRepresentativeVotes>('/api/representatives/:id/votes', { id, limit: 10 }),
    follows(),
  ]
}

function settingsReads(): string[] {
  return [
    read<typeof getSecondFactor>('/api/auth/second-factor', {}),
    read<typeof listSessions>('/api/auth/sessions', {}),
    read<typeof listApiKeys>('/api/keys', {}),
  ]
}

function profileReads(username: string): string[] {
  return [
    read<typeof getUserByUsername>('/api/users/username/:username', { username }),
    read<typeof listBookmarks>('/api/bills/bookmarks', {}),
  ]
}

function ownProfileReads(id: string): string[] {
  return [
    read<typeof getProfileStats>('/api/users/:id/profile-stats', { id }),
    read<typeof listBookmarks>('/api/bills/bookmarks', {}),
  ]
}
