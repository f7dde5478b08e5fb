import * as z from 'zod/mini'
import { msg, t } from '#contract/kit/translate.ts'
import { checkedText, endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { codePoints, isBlank } from './kit/text.ts'
import { dayInput } from './kit/timeInput.ts'
import { voteOptions } from './votes/votes.ts'

/** The kinds of reply that a sender can report for a message. */
export const replyTypes = ['answered', 'acknowledged', 'no_answer'] as const
export type ReplyType = (typeof replyTypes)[number]

const replyNoteMaxLength = 2000
const statementMaxLength = 3000

/**
 * One event in the history of a message. `sent` by `hurd` means that the mail server of this instance accepted the message, and
 * by `sender` that the sender says they sent it through the office's form. Nothing reports whether it was read. `occurred_on` is YYYY-MM-DD.
 */
export const MessageEvent = z.object({
  event_type: z.enum(['sent', 'form_opened', 'follow_up_asked', 'replied', 'voted']),
  /** Who recorded the event: Hurd, the sender, or the representative's verified account. */
  actor: z.enum(['hurd', 'sender', 'official']),
  occurred_on: z.string(),
  reply_type: z.nullable(z.enum(replyTypes)),
  /** The sender's private note, or the representative's answer. Only the sender sees it. */
  note: z.nullable(z.string()),
  vote: z.nullable(
    z.object({
      vote_event_id: Id,
      /** The name of the addressee, or of the successor in the seat. */
      rep_name: z.string(),
      is_successor: z.boolean(),
      option: z.nullable(z.enum(voteOptions)),
      motion_text: z.string(),
    }),
  ),
})
export type MessageEvent = z.infer<typeof MessageEvent>

export const checkReplyNote = (text: string) =>
  codePoints(text) > replyNoteMaxLength ? t('The note is too long') : null

/** Records how the office replied to the caller's own message. A second report replaces the first. */
export const recordReply = endpoint('POST /api/representatives/contacts/:id/reply', {
  access: 'active',
  input: {
    id: Id,
    reply_type: z.enum(replyTypes, { error: msg('Please choose what happened') }),
    /** The day of the reply, between the day of the message and today. */
    occurred_on: dayInput(msg('Please choose a date')),
    note: z._default(z.nullable(checkedText(checkReplyNote)), null),
  },
  output: { timeline: z.array(MessageEvent) },
  refuses: ['not_your_message', 'invalid_reply_date'],
})

/** Records that the caller opened the office's form to send the message themselves. */
export const recordFormOpened = endpoint('POST /api/representatives/contacts/:id/form-opened', {
  access: 'active',
  input: { id: Id },
  output: { timeline: z.array(MessageEvent) },
  refuses: ['not_your_message'],
})

/** Records that the caller says they sent the message through the office's form. */
export const recordSent = endpoint('POST /api/representatives/contacts/:id/sent', {
  access: 'active',
  input: { id: Id },
  output: { timeline: z.array(MessageEvent) },
  refuses: ['not_your_message'],
})

const messageSettings = { asks_for_replies: z.boolean(), is_counted: z.boolean() }

/**
 * Returns two settings: whether Hurd asks the caller about replies, and whether the caller's reports count in the
 * published reply rates.
 */
export const getMessageSettings = endpoint('GET /api/representatives/contacts/settings', {
  access: 'user',
  input: {},
  output: messageSettings,
})

export const updateMessageSettings = endpoint('PUT /api/representatives/contacts/settings', {
  access: 'active',
  input: { asks_for_replies: z.optional(z.boolean()), is_counted: z.optional(z.boolean()) },
  output: messageSettings,
  refuses: ['nothing_to_update'],
})

/** A reply rate is published only if there are at least this many senders. */
export const minReplySenders = 10

/**
 * Returns the share of members who report a reply among those who wrote to a representative, within the latest 1,000
 * messages, or null if there are fewer than ten senders. `low` and `high` are the 90% interval of the share, from 0 to 1.
 */
export const getReplyRate = endpoint('GET /api/representatives/:rep_id/reply-rate', {
  access: 'optional',
  input: { rep_id: z.string().check(z.maxLength(300)) },
  output: {
    reply_rate: z.nullable(
      z.object({ senders: z.number(), answered: z.number(), low: z.number(), high: z.number() }),
    ),
  },
})

/** A message as the representative's verified account sees it. It never contains an address. */
export const OfficialMessage = z.object({
  contact_id: Id,
  sender_name: z.string(),
  /** The sender's city, or null if it is not known. */
  sender_city: z.nullable(z.string()),
  bill_id: z.nullable(Id),
  bill_code: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  created_at: Time,
  /** The answer that the verified account wrote. */
  answer: z.nullable(z.string()),
})
export type OfficialMessage = z.infer<typeof OfficialMessage>

/** Messages with nearly the same text about the same bill, such as those of a campaign. */
export const MessageGroup = z.object({
  group_id: Id,
  /** 1 if no other message resembles the newest one. */
  message_count: z.number(),
  newest: OfficialMessage,
})
export type MessageGroup = z.infer<typeof MessageGroup>

/**
 * Lists the messages that members sent through Hurd to the representative whose verified account calls. Messages with
 * nearly the same text are one group so that a campaign does not hide the others. `pagination` counts groups, and
 * `message_count` all messages.
 */
export const listOfficialMessages = endpoint('GET /api/officials/messages', {
  access: 'user',
  input: pageInput(20),
  output: {
    rep_name: z.string(),
    groups: z.array(MessageGroup),
    message_count: z.number(),
    pagination: Pagination,
  },
  refuses: ['officials_only'],
})

/** Lists all messages of one group, newest first. */
export const listGroupedMessages = endpoint('GET /api/officials/message-groups/:id/messages', {
  access: 'user',
  input: { id: Id, ...pageInput(20) },
  output: { messages: z.array(OfficialMessage), pagination: Pagination },
  refuses: ['officials_only', 'not_your_message'],
})

export const checkAnswer = (text: string) =>
  isBlank(text) ? t('Please write an answer') : checkReplyNote(text)

/** Answers one message. Only the sender of the message sees the answer. */
export const answerMessage = endpoint('POST /api/officials/messages/:id/reply', {
  access: 'active',
  input: { id: Id, content: checkedText(checkAnswer) },
  output: { message: OfficialMessage },
  refuses: ['officials_only', 'not_your_message'],
})

/** A representative's statement on a bill. `title` is the representative's office at the time of the statement. */
export const Statement = z.object({
  statement_id: Id,
  rep_id: z.string(),
  rep_name: z.string(),
  title: z.string(),
  content: z.string(),
  created_at: Time,
  is_edited: z.boolean(),
})
export type Statement = z.infer<typeof Statement>

/**
 * Lists the current statement of each representative, newest first. `can_publish_statement` is true if the caller may publish one.
 */
export const listStatements = endpoint('GET /api/bills/:id/statements', {
  access: 'optional',
  input: { id: Id, ...pageInput(20) },
  output: { statements: z.array(Statement), can_publish_statement: z.boolean(), pagination: Pagination },
  refuses: ['bill_not_found'],
})

/** Lists the current statements of the representative whose verified account calls, newest first. */
export const listOfficialStatements = endpoint('GET /api/officials/statements', {
  access: 'user',
  input: pageInput(20),
  output: {
    rep_name: z.string(),
    statements: z.array(z.extend(Statement, { bill_id: Id, bill_code: z.string(), bill_title: z.string() })),
    pagination: Pagination,
  },
  refuses: ['officials_only'],
})

export const checkStatement = (text: string) => {
  if (isBlank(text)) {
    return t('Please write a statement')
  }
  return codePoints(text) > statementMaxLength ? t('The statement is too long') : null
}

/** Publishes the representative's statement on a bill. A second statement replaces the first, which stays stored. */
export const publishStatement = endpoint('POST /api/bills/:id/statements', {
  access: 'active',
  input: { id: Id, content: checkedText(checkStatement) },
  output: { statement: Statement },
  refuses: ['officials_only', 'bill_not_found'],
  status: 201,
})
