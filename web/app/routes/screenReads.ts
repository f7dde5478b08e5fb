/**
 * Returns the URLs that the screen at this address reads first. They must be equal to the URLs of the screen's queries,
 * including the order of the parameters. A screen whose reads are missing here still works, but is slower. This module is
 * part of the script in the page's <head>, so it imports nothing.
 */
export function screenReads({ pathname, search }: { pathname: string; search: string }, userId: string) {
  return [`/api/users/${userId}`, ...ownReads(pathname, new URLSearchParams(search), userId)]
}

function ownReads(pathname: string, query: URLSearchParams, userId: string): string[] {
  const [, screen = '', name, ...deeperNames] = pathname.split('/')
  if (deeperNames.length > 0) return []
  if (screen === 'votes') return name ? [`/api/vote-events/${name}`] : []
  if (screen === 'representatives') return name ? representativeReads(name) : []
  if (screen === 'committees') return name ? [`/api/committees/${name}`, '/api/follows'] : []
  if (screen === 'groups') return name ? groupReads(name) : groupListReads(query)
  if (screen === 'profile') return name ? profileReads(name) : ownProfileReads(userId)
  if (screen === 'settings') return ['/api/auth/second-factor', '/api/auth/sessions', '/api/keys']
  if (screen === 'office') {
    return [
      `/api/officials/${query.get('tab') === 'statements' ? 'statements' : 'messages'}?limit=20&offset=0`,
    ]
  }
  if (screen === 'updates') return ['/api/updates?limit=20', '/api/follows']
  if (screen === 'elections' || screen === 'news' || screen === 'search') return []
  // A bill in the address overrides the tab.
  const tab = query.has('highlight') ? 'feed' : query.get('tab')
  if (tab === 'groups') return groupListReads(query)
  if (tab === 'profile') return ownProfileReads(userId)
  if (tab === 'settings') return ['/api/auth/second-factor', '/api/auth/sessions', '/api/keys']
  return tab === null || tab === 'feed' ? feedReads(query) : []
}

function feedReads(query: URLSearchParams): string[] {
  const reads = ['/api/bills/topics', '/api/notifications', '/api/activity/groups']
  const billId = query.get('highlight')
  if (billId) reads.push(`/api/bills/${encodeURIComponent(billId)}`)
  const isFiltered = [...query.keys()].some(
    (name) => !['highlight', 'comment', 'version', 'scope'].includes(name),
  )
  const scope = ['city', 'state', 'congress'].find((name) => name === query.get('scope'))
  const scopeInput = scope ? `&scope=${scope}` : ''
  return [...(isFiltered ? [] : [firstBills(scopeInput)]), '/api/bills/moved', ...reads]
}

/** Returns the URL of the first page of the feed, for all scopes or for one. */
export function firstBills(scopeInput = ''): string {
  return `/api/bills?sort=created_at&order=relevance&past_sessions=exclude${scopeInput}&limit=20&offset=0`
}

function groupListReads(query: URLSearchParams): string[] {
  return query.has('level') ? [] : ['/api/groups?order=places&limit=50']
}

function groupReads(groupId: string): string[] {
  const group = `/api/groups/${groupId}`
  return [group, `${group}/posts?limit=20`, `${group}/can-post`, '/api/follows']
}

function representativeReads(repId: string): string[] {
  const representative = `/api/representatives/${repId}`
  return [representative, `${representative}/agreement`, `${representative}/votes?limit=10`, '/api/follows']
}

function profileReads(username: string): string[] {
  return [`/api/users/username/${username}`, '/api/bills/bookmarks']
}

function ownProfileReads(userId: string): string[] {
  return [`/api/users/${userId}/profile-stats`, '/api/bills/bookmarks']
}
