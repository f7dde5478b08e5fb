/** What can happen to a bill (`bill_updates.update_type`). */
export const billUpdateTypes = [
  'introduced',
  'status',
  'action',
  'version',
  'vote',
  'hearing',
  'hearing_changed',
  'hearing_cancelled',
  'sponsor',
  'estimate',
  'session_ended',
  'reintroduced',
  'correction',
] as const
export type BillUpdateType = (typeof billUpdateTypes)[number]

/** What a member chooses for each follow. Corrections always come, because they take back an earlier alert. */
export const followedUpdateTypes = ['status', 'version', 'vote', 'hearing', 'action', 'sponsor'] as const
export type FollowedUpdateType = (typeof followedUpdateTypes)[number]

export const defaultUpdateTypes: FollowedUpdateType[] = ['status', 'version', 'vote', 'hearing']

export const updateTypeLabels: Record<FollowedUpdateType, string> = {
  status: 'Status changes',
  version: 'New text',
  vote: 'Votes',
  hearing: 'Hearings',
  action: 'Every official action',
  sponsor: 'New sponsors',
}

/** Topics are followed by the same call, and stored where the feed reads them. */
export const followTargetTypes = [
  'bill',
  'topic',
  'representative',
  'committee',
  'jurisdiction',
  'search',
] as const
export type FollowTargetType = (typeof followTargetTypes)[number]

export const alertFrequencies = ['immediate', 'daily', 'weekly', 'never'] as const
