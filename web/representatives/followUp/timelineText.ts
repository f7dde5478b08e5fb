import type { MessageEvent, ReplyType } from '../../../contract/representatives/messageEvents.ts'
import { site } from '../../kit/site.ts'

/** The choices of the form in which a sender reports what happened. */
export const replyLabels: Readonly<Record<ReplyType, string>> = {
  answered: 'They answered',
  acknowledged: 'They only confirmed that they received it',
  no_answer: 'No answer so far',
}

const replied: Readonly<Record<ReplyType, string>> = {
  answered: 'answered',
  acknowledged: 'confirmed receipt',
  no_answer: 'no answer yet',
}

const voted: Readonly<Record<string, string>> = {
  yes: 'voted yes',
  no: 'voted no',
  abstain: 'abstained',
  not_voting: 'did not vote',
  absent: 'was absent',
}

/** One step in a few words. It states what is known and never that a message was read. */
export function stepText({ event_type, reply_type, actor, vote }: MessageEvent): string {
  if (event_type === 'sent') return 'The office’s mail server accepted it'
  if (event_type === 'form_opened') return 'You opened the official form'
  if (event_type === 'follow_up_asked') return 'We asked you about an answer'
  if (event_type === 'replied') {
    if (actor === 'official') return `The office answered on ${site.name}`
    return sentence(reply_type ? replied[reply_type] : 'answered')
  }
  const words = voted[vote?.option ?? ''] ?? 'took part in the vote'
  return vote?.is_successor ? `The successor, ${vote.rep_name}, ${words}` : sentence(words)
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
