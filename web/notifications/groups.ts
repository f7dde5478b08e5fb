import { t } from '#contract/kit/translate.ts'
import type { Notification } from '#contract/notifications.ts'

/** The kinds of entries, in the order in which they are shown: what concerns the member, bills that moved, and people. */
const notificationKinds = ['yours', 'bills', 'people'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const kindNames: Record<NotificationKind, string> = {
  yours: t('For you'),
  bills: t('Bills that moved'),
  people: t('People you follow'),
}

export const kindOf: Record<Notification['type'], NotificationKind> = {
  comment_reply: 'yours',
  comment_mention: 'yours',
  post_comment: 'yours',
  comment_influenced_mind: 'yours',
  official_replied: 'yours',
  message_follow_up: 'yours',
  representative_voted: 'yours',
  comment_votes_batched: 'yours',
  bill_update: 'bills',
  bill_changed: 'yours',
  followee_stance: 'people',
  new_follower: 'people',
}

/** Stances of followed members, as one entry. */
export type FoldedEntry = {
  stances: readonly Notification[]
  /** One stance of each member. */
  people: readonly Notification[]
  names: string
  bills: number
  isRead: boolean
}
export type NotificationGroup = {
  kind: NotificationKind
  items: readonly Notification[]
  folded: FoldedEntry | null
}

/** From this many, stances become one entry. */
const foldedFrom = 2

/** Groups entries by kind, each with the newest first, and folds the stances of followed members. Empty groups are left out. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  return notificationKinds.flatMap((kind) => {
    const all = notifications.filter(({ type }) => kindOf[type] === kind)
    const stances = all.filter(({ type }) => type === 'followee_stance')
    const folded = stances.length >= foldedFrom ? fold(stances) : null
    const items = folded ? all.filter((item) => !stances.includes(item)) : all
    return all.length > 0 ? [{ kind, items, folded }] : []
  })
}

function fold(stances: readonly Notification[]): FoldedEntry {
  const people = [...new Map(stances.map((stance) => [stance.data.username, stance])).values()]
  const [first = '', ...others] = people.map(({ data }) => data.full_name ?? data.username ?? '')
  const [second = ''] = others
  const names =
    others.length === 0
      ? first
      : others.length === 1
        ? t('{first} and {second}', { first, second })
        : t('{first} and {count} others you follow', { first, count: others.length })
  return {
    stances,
    people,
    names,
    bills: new Set(stances.map(({ data }) => data.bill_id)).size,
    isRead: stances.every(({ read }) => read),
  }
}
