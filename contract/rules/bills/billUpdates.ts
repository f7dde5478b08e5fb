/** The kinds of events that can happen to a bill (`bill_updates.update_type`). */
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

/**
 * The kinds of updates that a member can choose for each follow. Corrections are always reported, because they retract
 * an earlier alert.
 */
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

/**
 * Members follow topics with the same endpoint, but the follows of topics are stored in the table that the feed reads.
 */
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
