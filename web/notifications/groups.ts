import { t } from '#contract/kit/translate.ts'
import type { Notification } from '#contract/notifications.ts'

/** The kinds of entries, in the order in which they are shown: what concerns the member, bills that moved, and people. */
const notificationKinds = [t('For you'), t('Bills that moved'), t('People you follow')] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const kindOf: Record<Notification['type'], NotificationKind> = {
  comment_reply: t('For you'),
  comment_mention: t('For you'),
  post_comment: t('For you'),
  comment_influenced_mind: t('For you'),
  official_replied: t('For you'),
  message_follow_up: t('For you'),
  representative_voted: t('For you'),
  comment_votes_batched: t('For you'),
  bill_update: t('Bills that moved'),
  bill_changed: t('For you'),
  followee_stance: t('People you follow'),
  new_follower: t('People you follow'),
}

/** Stances of followed members, as one entry. */
export type Folded = {
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
  folded: Folded | null
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

function fold(stances: readonly Notification[]): Folded {
  const people = [...new Map(stances.map((stance) => [stance.data.username, stance])).values()]
  const [first = '', ...others] = people.map(({ data }) => data.full_name ?? data.username ?? '')
  const more =
    others.length === 1 ? (others[0] ?? '') : t('{length} others you follow', { length: others.length })
  return {
    stances,
    people,
    names: others.length === 0 ? first : t('{first} and {more}', { first, more }),
    bills: new Set(stances.map(({ data }) => data.bill_id)).size,
    isRead: stances.every(({ read }) => read),
  }
}
