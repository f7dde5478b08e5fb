import type { Bill } from '#contract/bills/bills.ts'
import { eventLines } from '#contract/bills/progress.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeName, placeText } from '#contract/placeTexts.ts'
import { topicName } from '#contract/topics.ts'
import { officeInSentence } from '#web/kit/officeTitle.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'

type CardFields = Pick<
  Bill,
  | 'reason'
  | 'own_sponsor'
  | 'is_local'
  | 'government_level'
  | 'jurisdiction'
  | 'activity_score'
  | 'new_comments'
  | 'progress_line'
  | 'progress_dots'
  | 'reached_on'
  | 'reached_votes'
  | 'final_words'
  | 'checked_on'
>

/** The words for a bill of the member's own city. */
export const recommended = t('Recommended for your area')

/** Lists count the new comments of a bill up to this number (db/functions/88_listed_bills.sql). */
const maxNewComments = 1_000

/** From this many points of the last two weeks, a bill is called discussed. A comment or a stance is one or a few of them. */
const discussedFrom = 8

/**
 * Says in a few words why the bill is in the member's feed. The first reason that holds is shown: a representative of the member
 * sponsors it, the member follows its topic, or it is of the member's place, with what is new about it. A bill from elsewhere
 * has the name of its place. Null for an example, and for a bill of Congress without a reason.
 *
 * @param today the current day as YYYY-MM-DD
 */
export function cardReason(bill: CardFields, today: string): string | null {
  const { reason, own_sponsor, government_level, jurisdiction } = bill
  if (reason?.kind === 'example') {
    return null
  }
  if (own_sponsor) {
    return ownSponsorText(own_sponsor)
  }
  if (reason?.kind === 'topic') {
    return t('You follow {topic}', { topic: topicName(reason.name) })
  }
  if (!reason) {
    return government_level === 'federal' ? null : placeName(jurisdiction)
  }
  return [placeOf(bill), whatIsNew(bill, today)].filter(Boolean).join(' · ')
}

/** Says that a representative of the member is the main sponsor of the bill. */
export function ownSponsorText(title: string): string {
  return t('Your {office} sponsors this', { office: officeInSentence(title) })
}

function placeOf({ reason, is_local, government_level }: CardFields): string {
  if (reason?.kind === 'congress') {
    return t('In Congress')
  }
  if (is_local) {
    return t('Your city')
  }
  return government_level === 'state'
    ? t('Your state')
    : t('In {place}', { place: placeText(reason?.name ?? '') })
}

/** In English, the name of the body is all that differs. */
const readyFor: Readonly<Record<string, string>> | undefined = recordLanguage && {
  House: t('ready for a vote in the House'),
  Senate: t('ready for a vote in the Senate'),
  Assembly: t('ready for a vote in the Assembly'),
  Council: t('ready for a vote in the Council'),
  Legislature: t('ready for a vote in the Legislature'),
}

function whatIsNew(bill: CardFields, today: string): string | null {
  // The line is of the record, so it is in English in every language.
  const [, body] = / · Next: a vote in the (.+)$/.exec(bill.progress_line ?? '') ?? []
  if (body && !eventLines(bill, today)?.isStale) {
    return readyFor?.[body] ?? t('ready for a vote in the {body}', { body })
  }
  if (bill.new_comments === maxNewComments) {
    return t('{count}+ new comments', { count: formatNumber(maxNewComments) })
  }
  if (bill.new_comments) {
    return plural(bill.new_comments, '{n} new comment|{n} new comments')
  }
  if (bill.activity_score >= discussedFrom) {
    return t('discussed lately')
  }
  return bill.is_local ? recommended : null
}
