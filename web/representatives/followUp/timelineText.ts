import type { MessageEvent, ReplyType } from '#contract/messages.ts'
import { site } from '#web/kit/site.ts'

/** The choices in the form in which a sender reports whether the office answered. */
export const replyLabels: Readonly<Record<ReplyType, string>> = {
  answered: 'They answered',
  acknowledged: 'They only confirmed that they received it',
  no_answer: 'No answer so far',
}

const replyTexts: Readonly<Record<ReplyType, string>> = {
  answered: 'answered',
  acknowledged: 'confirmed receipt',
  no_answer: 'no answer yet',
}

const voteTexts: Readonly<Record<string, string>> = {
  yes: 'voted yes',
  no: 'voted no',
  abstain: 'abstained',
  not_voting: 'did not vote',
  absent: 'was absent',
}

/** Describes a step in a few words. It must never say that a message was read, because nobody knows that. */
export function stepText({ event_type, reply_type, actor, vote }: MessageEvent): string {
  if (event_type === 'sent') {
    return actor === 'sender' ? 'You sent it through their form' : 'The office’s mail server accepted it'
  }
  if (event_type === 'form_opened') return 'You opened the official form'
  if (event_type === 'follow_up_asked') return 'We asked you about an answer'
  if (event_type === 'replied') {
    if (actor === 'official') return `The office answered on ${site.name}`
    return capitalize(reply_type ? replyTexts[reply_type] : 'answered')
  }
  const words = voteTexts[vote?.option ?? ''] ?? 'took part in the vote'
  return vote?.is_successor ? `The successor, ${vote.rep_name}, ${words}` : capitalize(words)
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
