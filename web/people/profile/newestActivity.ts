import type { Profile } from '../../../contract/accounts.ts'

const activitiesShown = 8

export type Activity =
  | ({ kind: 'stance' } & Profile['recentStances'][number])
  | ({ kind: 'comment' } & Profile['recentComments'][number])

/** The newest stances and comments in one row, by date. */
export function newestActivity(profile: Pick<Profile, 'recentStances' | 'recentComments'>): Activity[] {
  const stances = profile.recentStances.map((one) => ({ kind: 'stance' as const, ...one }))
  const comments = profile.recentComments.map((one) => ({ kind: 'comment' as const, ...one }))
  return [...stances, ...comments]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, activitiesShown)
}
