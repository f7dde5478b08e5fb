import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
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
  passed_house: msg('{bill} passed the House.'),
  passed_senate: msg('{bill} passed the Senate.'),
  passed_first_chamber: msg('{bill} passed its first chamber.'),
  passed: msg('{bill} passed.'),
  rejected: msg('{bill} was rejected.'),
}

/** The facts that a notification about a message to a representative needs. */
type MessageFacts = {
  rep_name: string
  /** The name of the representative who voted, if the addressee had left the seat. */
  successor_name: string | null
  option: string | null
}

const voteTexts: Readonly<Record<string, string>> = {
  yes: msg('{voter} voted yes on {bill}, which you wrote about'),
  no: msg('{voter} voted no on {bill}, which you wrote about'),
  abstain: msg('{voter} abstained on {bill}, which you wrote about'),
  not_voting: msg('{voter} did not vote on {bill}, which you wrote about'),
  absent: msg('{voter} was absent from the vote on {bill}, which you wrote about'),
}

const stanceTexts: Record<Stance, string> = {
  support: msg('{name} took a stance on {bill}: support'),
  oppose: msg('{name} took a stance on {bill}: oppose'),
  neutral: msg('{name} took a stance on {bill}: neutral'),
  learning: msg('{name} took a stance on {bill}: still learning'),
}

/** Returns the text of a notification, as the product specification requires it. */
export function notificationMessage(facts: NotificationFacts): string {
  const { type, full_name, member_type, bill_title, stance, votes, update_summary, about_message } = facts
  if (type === 'bill_update') {
    return `${bill_title}: ${summaryInWords(update_summary ?? '')}`
  }
  if (facts.change) {
    return textAboutChange(facts.change)
  }
  if (about_message) {
    return textAboutMessage(type, bill_title, about_message)
  }
  if (type === 'new_follower') {
    return t('{name} started following you', { name: full_name ?? '' })
  }
  const actor =
    member_type === 'elected_official'
      ? t('{name}, elected official,', { name: full_name ?? '' })
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
    return t('{name} changed their mind because of your comment', { name: full_name ?? '' })
  }
  if (type === 'followee_stance' && stance) {
    return t(stanceTexts[stance], { name: full_name ?? '', bill: bill_title ?? '' })
  }
  return plural(votes ?? 0, 'Your comment received {n} new vote|Your comment received {n} new votes')
}

function textAboutChange(change: BillChangeFacts): string {
  const { bill_code, reason, step, own_stance } = change
  if (reason === 'retracted') {
    return t('We told you {bill} changed. That was a mistake. Your stance counts as before.', {
      bill: bill_code,
    })
  }
  const yours = own_stance ? ` ${t('Your stance: {stance}.', { stance: t(stanceProse[own_stance]) })}` : ''
  const what = step
    ? t(stepTexts[step], { bill: bill_code })
    : t('{bill} changed: {difference}.', { bill: bill_code, difference: differenceOf(change.version) })
  return what + yours
}

function differenceOf(version: BillChangeFacts['version']): string {
  if (!version?.has_text) {
    return t('it has a new title')
  }
  const { words_changed } = version
  const words = words_changed ? plural(words_changed, '{n} word differs|{n} words differ') : null
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
    return t('Did {representative} answer your message about {bill}?', {
      representative: rep_name,
      bill: bill_title ?? '',
    })
  }
  if (type === 'official_replied') {
    return bill_title
      ? t('{representative} answered your message about {bill}', {
          representative: rep_name,
          bill: bill_title,
        })
      : t('{representative} answered your message', { representative: rep_name })
  }
  const voter = successor_name
    ? t('{successor}, who followed {representative} in office,', {
        successor: successor_name,
        representative: rep_name,
      })
    : rep_name
  const text =
    voteTexts[option ?? ''] ?? msg('{voter} took part in the vote on {bill}, which you wrote about')
  return t(text, { voter, bill: bill_title ?? '' })
}
