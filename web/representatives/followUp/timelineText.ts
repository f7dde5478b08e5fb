import { t } from '#contract/kit/translate.ts'
import type { MessageEvent, ReplyType } from '#contract/messages.ts'
import { site } from '#web/kit/site.ts'

/** The choices in the form in which a sender reports whether the office answered. */
export const replyLabels: Readonly<Record<ReplyType, string>> = {
  answered: t('They answered'),
  acknowledged: t('They only confirmed that they received it'),
  no_answer: t('No answer so far'),
}

const replyTexts: Readonly<Record<ReplyType, string>> = {
  answered: 'answered',
  acknowledged: 'confirmed receipt',
  no_answer: t('no answer yet'),
}

const voteTexts: Readonly<Record<string, string>> = {
  yes: 'voted yes',
  no: 'voted no',
  abstain: 'abstained',
  not_voting: t('did not vote'),
  absent: 'was absent',
}

/** Describes a step in a few words. It must never say that a message was read, because nobody knows that. */
export function stepText({ event_type, reply_type, actor, vote }: MessageEvent): string {
  if (event_type === 'sent') {
    return actor === 'sender'
      ? t('You sent it through their form')
      : t('The office’s mail server accepted it')
  }
  if (event_type === 'form_opened') {
    return t('You opened the official form')
  }
  if (event_type === 'follow_up_asked') {
    return t('We asked you about an answer')
  }
  if (event_type === 'replied') {
    if (actor === 'official') {
      return t('The office answered on {name}', { name: site.name })
    }
    return capitalize(reply_type ? replyTexts[reply_type] : 'answered')
  }
  const words = voteTexts[vote?.option ?? ''] ?? t('took part in the vote')
  return vote?.is_successor
    ? t('The successor, {rep_name}, {words}', { rep_name: vote.rep_name, words })
    : capitalize(words)
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
