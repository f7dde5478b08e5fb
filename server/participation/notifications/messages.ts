import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { differenceWords } from '#contract/bills/versionDifference.ts'
import type { BillVersion } from '#contract/bills/versions.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
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
  passed_first_chamber: msg('passed its first chamber'),
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
  not_voting: msg('did not vote'),
  absent: msg('was absent from the vote'),
}

/** Returns the text of a notification, as the product specification requires it. */
export function notificationMessage(facts: NotificationFacts): string {
  const { type, full_name, member_type, bill_title, stance, votes, update_summary, about_message } = facts
  if (type === 'bill_update') {
    return `${bill_title}: ${update_summary}`
  }
  if (facts.change) {
    return textAboutChange(facts.change)
  }
  if (about_message) {
    return textAboutMessage(type, bill_title, about_message)
  }
  if (type === 'new_follower') {
    return t('{full_name} started following you', { full_name: full_name ?? '' })
  }
  const actor =
    member_type === 'elected_official'
      ? t('{full_name}, elected official,', { full_name: full_name ?? '' })
      : (full_name ?? '')
  if (type === 'comment_reply') {
    return t('{actor} answered you', { actor })
  }
  if (type === 'comment_mention') {
    return t('{actor} mentioned you', { actor })
  }
  if (type === 'post_comment') {
    return t('{actor} commented on your post', { actor })
  }
  if (type === 'comment_influenced_mind') {
    return t('{full_name} changed their mind because of your comment', { full_name: full_name ?? '' })
  }
  if (type === 'followee_stance') {
    return `${full_name} took a stance on ${bill_title}: ${stance === 'learning' ? 'still learning' : stance}`
  }
  return `Your comment received ${votes} new ${votes === 1 ? 'vote' : 'votes'}`
}

function textAboutChange(change: BillChangeFacts): string {
  const { bill_code, reason, step, own_stance } = change
  if (reason === 'retracted') {
    return t('We told you {bill_code} changed. That was a mistake. Your stance counts as before.', {
      bill_code,
    })
  }
  const yours = own_stance ? ` Your stance: ${t(stanceProse[own_stance])}.` : ''
  if (step) {
    return `${bill_code} ${stepTexts[step]}.${yours}`
  }
  return t('{bill_code} changed: {summaryOf}.{yours}', {
    bill_code,
    summaryOf: summaryOf(change.version),
    yours,
  })
}

function summaryOf(version: BillChangeFacts['version']): string {
  if (!version?.has_text) {
    return 'it has a new title'
  }
  const { words_changed } = version
  const words = words_changed
    ? `${plural(words_changed, '{n} word|{n} words')} ${words_changed === 1 ? 'differs' : 'differ'}`
    : null
  return differenceWords(version) ?? words ?? t('its sections are in another order')
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
      ? t('{rep_name} answered your message about {bill_title}', { rep_name, bill_title })
      : t('{rep_name} answered your message', { rep_name })
  }
  const voter = successor_name
    ? t('{successor_name}, who followed {rep_name} in office,', { successor_name, rep_name: rep_name ?? '' })
    : (rep_name ?? '')
  return t('{voter} {value} on {bill_title}, which you wrote about', {
    voter,
    value: voteTexts[option ?? ''] ?? t('took part in the vote'),
    bill_title: bill_title ?? '',
  })
}
