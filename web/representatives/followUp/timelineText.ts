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
  answered: t('Answered'),
  acknowledged: t('Confirmed receipt'),
  no_answer: t('No answer yet'),
}

type VoteTexts = { own: string; ofSuccessor: (name: string) => string }

const voteTexts: Readonly<Record<string, VoteTexts>> = {
  yes: {
    own: t('Voted yes'),
    ofSuccessor: (name) => t('The successor, {name}, voted yes', { name }),
  },
  no: {
    own: t('Voted no'),
    ofSuccessor: (name) => t('The successor, {name}, voted no', { name }),
  },
  abstain: {
    own: t('Abstained'),
    ofSuccessor: (name) => t('The successor, {name}, abstained', { name }),
  },
  not_voting: {
    own: t('Did not vote'),
    ofSuccessor: (name) => t('The successor, {name}, did not vote', { name }),
  },
  absent: {
    own: t('Was absent'),
    ofSuccessor: (name) => t('The successor, {name}, was absent', { name }),
  },
}

const otherVote: VoteTexts = {
  own: t('Took part in the vote'),
  ofSuccessor: (name) => t('The successor, {name}, took part in the vote', { name }),
}

/** Describes a step in a few words. It must never say that a message was read, because nobody knows that. */
export function stepText({ event_type, reply_type, actor, vote }: MessageEvent): string {
  if (event_type === 'sent') {
    return actor === 'sender' ? t('You sent it through their form') : t('We emailed it to the office')
  }
  if (event_type === 'form_opened') {
    return t('You opened the official form')
  }
  if (event_type === 'follow_up_asked') {
    return t('We asked you about an answer')
  }
  if (event_type === 'replied') {
    if (actor === 'official') {
      return t('The office answered on {site}', { site: site.name })
    }
    return replyTexts[reply_type ?? 'answered']
  }
  const texts = voteTexts[vote?.option ?? ''] ?? otherVote
  return vote?.is_successor ? texts.ofSuccessor(vote.rep_name) : texts.own
}
