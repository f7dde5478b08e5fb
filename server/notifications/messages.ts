import type { Notification } from '../../contract/notifications.ts'
import type { Stance } from '../../contract/rules/stances.ts'

export type NotificationFacts = {
  type: Notification['type']
  /** The current username of the member who acted. */
  username: string | null
  bill_code: string | null
  stance: Stance | null
  votes: number | null
  /** What happened to a followed bill. */
  update_summary: string | null
}

/** The text of a notification, as the product specification gives it. */
export function notificationMessage(facts: NotificationFacts): string {
  const { type, username, bill_code, stance, votes, update_summary } = facts
  if (type === 'bill_update') return `${bill_code}: ${update_summary}`
  if (type === 'new_follower') return `${username} started following you`
  if (type === 'comment_influenced_mind') return `${username} changed their mind because of your comment`
  if (type === 'followee_stance') return `${username} took a stance on ${bill_code}: ${stance}`
  return `Your comment received ${votes} new ${votes === 1 ? 'vote' : 'votes'}`
}
