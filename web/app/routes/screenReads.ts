import { getUser, listSessions } from '#contract/accounts/accounts.ts'
import { getSecondFactor } from '#contract/accounts/secondFactor.ts'
import { listFollows, listUpdates } from '#contract/alerts.ts'
import {
  getBill,
  getStance,
  listBills,
  listBookmarks,
  listMovedBills,
  listTopics,
} from '#contract/bills/bills.ts'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { canPost, getGroup, listGroupActivity, listGroupPosts, listGroups } from '#contract/groups.ts'
import { getCommittee } from '#contract/hearings.ts'
import type { Endpoint, InputOf } from '#contract/kit/endpoint.ts'
import { listOfficialMessages, listOfficialStatements } from '#contract/messages.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listApiKeys } from '#contract/openData/apiKeys.ts'
import { getProfileStats, getUserByUsername } from '#contract/people.ts'
import {
  getAgreement,
  getRepresentative,
  getVoteEvent,
  listRepresentativeVotes,
} from '#contract/votes/votes.ts'
import { requestOf } from '#web/kit/api/request.ts'
import { decodePart } from '#web/kit/paths.ts'

/**
 * Returns the URLs that the screen at this URL reads first. They must be equal to the URLs of the screen's queries,
 * including the order of the parameters. A screen whose reads are missing here still works, but is slower. This module is
 * part of the script in the page's <head>, so it imports little but endpoints, without their shapes.
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
  return [read(getUser, { id: userId }), ...pathReads, read(listNotifications, {})]
}

function read<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  return requestOf(endpoint, input).url
}

const follows = () => read(listFollows, {})

function ownReads(pathname: string, query: URLSearchParams, userId: string): string[] {
  const [, screen = '', id, ...deeperNames] = pathname.split('/').map(decodePart)
  if (deeperNames.length > 0) return []
  if (screen === 'votes') return id ? [read(getVoteEvent, { id })] : []
  if (screen === 'representatives') return id ? representativeReads(id) : []
  if (screen === 'committees') {
    return id ? [read(getCommittee, { id }), follows()] : []
  }
  if (screen === 'groups') return id ? groupReads(id) : groupListReads(query)
  if (screen === 'profile') return id ? profileReads(id) : ownProfileReads(userId)
  if (screen === 'settings') return settingsReads()
  if (screen === 'office') {
    const page = { limit: 20, offset: 0 }
    return query.get('tab') === 'statements'
      ? [read(listOfficialStatements, page)]
      : [read(listOfficialMessages, page)]
  }
  if (screen === 'updates') {
    return [read(listGroupActivity, {}), read(listUpdates, { limit: 20 }), follows()]
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
    read(listMovedBills, {}),
    read(listTopics, {}),
    read(listGroupActivity, {}),
    ...(billId ? [read(getBill, { id: billId })] : []),
  ]
}

const scopes = ['city', 'state', 'congress'] as const

/** Returns the URL of the first page of the feed, for all scopes or for one. */
export function firstBills(scope?: (typeof scopes)[number]): string {
  const sort = { sort: 'created_at', order: 'relevance', past_sessions: 'exclude' } as const
  return read(listBills, { ...sort, scope, limit: 20, offset: 0 })
}

/** Returns the URL of the member's stance on the bill that the server wrote into the page. */
export function ownStance(bill_id: string): string {
  return read(getStance, { id: bill_id })
}

function groupListReads(query: URLSearchParams): string[] {
  return query.has('level') ? [] : [read(listGroups, { order: 'places', limit: 50 })]
}

function groupReads(id: string): string[] {
  return [read(getGroup, { id }), read(listGroupPosts, { id, limit: 20 }), read(canPost, { id }), follows()]
}

function representativeReads(id: string): string[] {
  return [
    read(getRepresentative, { id }),
    read(getAgreement, { id }),
    read(listRepresentativeVotes, { id, limit: 10 }),
    follows(),
  ]
}

function settingsReads(): string[] {
  return [read(getSecondFactor, {}), read(listSessions, {}), read(listApiKeys, {})]
}

function profileReads(username: string): string[] {
  return [read(getUserByUsername, { username }), read(listBookmarks, {})]
}

function ownProfileReads(id: string): string[] {
  return [read(getProfileStats, { id }), read(listBookmarks, {})]
}
