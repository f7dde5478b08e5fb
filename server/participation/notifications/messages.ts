import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { differenceWords } from '#contract/bills/versionDifference.ts'
import type { BillVersion } from '#contract/bills/versions.ts'
import { pluralize } from '#contract/kit/format.ts'
import type { BillStep, Notification } from '#contract/notifications.ts'
import { stanceProse, type Stance } from '#contract/stances.ts'

export type NotificationFacts = {
  type: Notification['type']
  /** The current name of the member who acted. */
  full_name: string | null
  /** The label of the member who acted. */
  member_type: MemberType | null
  bill_title: string | null
  stance: Stance | null
  votes: number | null
  /** The summary of what happened to a followed bill. */
  update_summary: string | null
  about_message: MessageFacts | null
  change: BillChangeFacts | null
}

/** The facts that a notification about a changed bill needs. The stance is the member's own, as it is now. */
type BillChangeFacts = {
  bill_code: string
  reason: 'material' | 'status' | 'retracted'
  step: BillStep | null
  own_stance: Stance | null
  version:
    | (Pick<
        BillVersion,
        'sections' | 'sections_changed' | 'sections_added' | 'sections_removed' | 'words_changed'
      > & {
        has_text: boolean
      })
    | null
}

const stepTexts: Record<BillStep, string> = {
  passed_house: 'passed the House',
  passed_senate: 'passed the Senate',
  passed_first_chamber: 'passed its first chamber',
  passed: 'passed',
  rejected: 'was rejected',
}

/** The facts that a notification about a message to a representative needs. */
type MessageFacts = {
  rep_name: string
  /** The name of the representative who voted, if the addressee had left the seat. */
  successor_name: string | null
  option: string | null
}

const voteTexts: Readonly<Record<string, string>> = {
  yes: 'voted yes',
  no: 'voted no',
  abstain: 'abstained',
  not_voting: 'did not vote',
  absent: 'was absent from the vote',
}

/** Returns the text of a notification, as the product specification requires it. */
export function notificationMessage(facts: NotificationFacts): string {
  const { type, full_name, member_type, bill_title, stance, votes, update_summary, about_message } = facts
  if (type === 'bill_update') return `${bill_title}: ${update_summary}`
  if (facts.change) return textAboutChange(facts.change)
  if (about_message) return textAboutMessage(type, bill_title, about_message)
  if (type === 'new_follower') return `${full_name} started following you`
  const actor = member_type === 'elected_official' ? `${full_name}, elected official,` : full_name
  if (type === 'comment_reply') return `${actor} answered you`
  if (type === 'comment_mention') return `${actor} mentioned you`
  if (type === 'post_comment') return `${actor} commented on your post`
  if (type === 'comment_influenced_mind') return `${full_name} changed their mind because of your comment`
  if (type === 'followee_stance') {
    return `${full_name} took a stance on ${bill_title}: ${stance === 'learning' ? 'still learning' : stance}`
  }
  return `Your comment received ${votes} new ${votes === 1 ? 'vote' : 'votes'}`
}

function textAboutChange(change: BillChangeFacts): string {
  const { bill_code, reason, step, own_stance } = change
  if (reason === 'retracted') {
    return `We told you ${bill_code} changed. That was a mistake. Your stance counts as before.`
  }
  const yours = own_stance ? ` Your stance: ${stanceProse[own_stance]}.` : ''
  if (step) return `${bill_code} ${stepTexts[step]}.${yours}`
  return `${bill_code} changed: ${summaryOf(change.version)}.${yours}`
}

function summaryOf(version: BillChangeFacts['version']): string {
  if (!version?.has_text) return 'it has a new title'
  const { words_changed } = version
  const words = words_changed
    ? `${pluralize(words_changed, 'word')} ${words_changed === 1 ? 'differs' : 'differ'}`
    : null
  return differenceWords(version) ?? words ?? 'its sections are in another order'
}

/**
 * Returns what happened without praise or blame. The member's own stance is never mentioned, because it may have
 * changed.
 */
function textAboutMessage(
  type: Notification['type'],
  bill_title: string | null,
  { rep_name, successor_name, option }: MessageFacts,
): string {
  if (type === 'message_follow_up') {
    return `Did ${rep_name} answer your message about ${bill_title}?`
  }
  if (type === 'official_replied') {
    return bill_title
      ? `${rep_name} answered your message about ${bill_title}`
      : `${rep_name} answered your message`
  }
  const voter = successor_name ? `${successor_name}, who followed ${rep_name} in office,` : rep_name
  return `${voter} ${voteTexts[option ?? ''] ?? 'took part in the vote'} on ${bill_title}, which you wrote about`
}
