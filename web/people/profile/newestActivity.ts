import type { Profile } from '#contract/accounts/accounts.ts'

const activitiesShown = 8

export type Activity =
  | ({ kind: 'stance' } & Profile['recentStances'][number])
  | ({ kind: 'comment' } & Profile['recentComments'][number])

/** Merges the newest stances and comments into one list, the newest first. */
export function newestActivity(profile: Pick<Profile, 'recentStances' | 'recentComments'>): Activity[] {
  const stances = profile.recentStances.map((stance) => ({ kind: 'stance' as const, ...stance }))
  const comments = profile.recentComments.map((comment) => ({ kind: 'comment' as const, ...comment }))
  return [...stances, ...comments]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, activitiesShown)
}
