import type { Notification } from '#contract/notifications.ts'
import type { Stance } from '#contract/stances.ts'

export type NotificationFacts = {
  type: Notification['type']
  /** The current username of the member who acted. */
  username: string | null
  bill_code: string | null
  stance: Stance | null
  votes: number | null
  /** The summary of what happened to a followed bill. */
  update_summary: string | null
  about_message: MessageFacts | null
}

/** The facts that a notification about a message to a representative needs. */
type MessageFacts = {
  rep_name: string
  /** The name of the representative who voted, if the addressee had left the seat. */
  successor_name: string | null
  option: string | null
}

const voted: Readonly<Record<string, string>> = {
  yes: 'voted yes',
  no: 'voted no',
  abstain: 'abstained',
  not_voting: 'did not vote',
  absent: 'was absent from the vote',
}

/** Returns the text of a notification, as the product specification requires it. */
export function notificationMessage(facts: NotificationFacts): string {
  const { type, username, bill_code, stance, votes, update_summary, about_message } = facts
  if (type === 'bill_update') return `${bill_code}: ${update_summary}`
  if (about_message) return messageNews(type, bill_code, about_message)
  if (type === 'new_follower') return `${username} started following you`
  if (type === 'comment_influenced_mind') return `${username} changed their mind because of your comment`
  if (type === 'followee_stance') return `${username} took a stance on ${bill_code}: ${stance}`
  return `Your comment received ${votes} new ${votes === 1 ? 'vote' : 'votes'}`
}

/**
 * Returns what happened without praise or blame. The member's own stance is never mentioned, because it may have
 * changed.
 */
function messageNews(
  type: Notification['type'],
  bill_code: string | null,
  { rep_name, successor_name, option }: MessageFacts,
): string {
  if (type === 'message_follow_up') {
    return `Did ${rep_name} answer your message about ${bill_code}?`
  }
  if (type === 'official_replied') {
    return bill_code
      ? `${rep_name} answered your message about ${bill_code}`
      : `${rep_name} answered your message`
  }
  const voter = successor_name ? `${successor_name}, who followed ${rep_name} in office,` : rep_name
  return `${voter} ${voted[option ?? ''] ?? 'took part in the vote'} on ${bill_code}, which you wrote about`
}
