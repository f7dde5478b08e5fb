import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { minReplySenders, type MessageEvent } from '#contract/messages.ts'
import type * as contract from '#contract/messages.ts'
import { credibleInterval } from '#contract/representatives.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { timelineOf } from './timeline.ts'

/** The number of latest messages from which the published reply rate is computed. */
const countedMessages = 1_000

/** Stores what the sender reports. Refuses a day before the message or after today (in any time zone of the country). */
export async function recordReply(
  db: Db,
  user_id: string,
  { id, reply_type, occurred_on, note }: ParsedOf<typeof contract.recordReply>,
): Promise<MessageEvent[]> {
  const [message] = await db<{ is_possible: boolean }[]>`
    select ${occurred_on}::date between created_at::date - 1 and current_date + 1 as is_possible
      from messages where message_id = ${id} and user_id = ${user_id} for update`
  if (!message) refuse('not_your_message')
  if (!message.is_possible) refuse('invalid_reply_date')
  await db`
    insert into message_events (message_id, event_type, actor, reply_type, note, occurred_on)
    values (${id}, 'replied', 'sender', ${reply_type}, ${note?.trim() || null}, ${occurred_on})
    on conflict (message_id, actor) where event_type = 'replied' do update set
      reply_type = excluded.reply_type, note = excluded.note, occurred_on = excluded.occurred_on`
  await db`update messages set follow_up_at = null where message_id = ${id} and follow_up_at is not null`
  return readTimeline(db, id)
}

/** Records that the sender opened the office's form, or sent the message through it. */
export async function saveFormStep(
  db: Db,
  user_id: string,
  message_id: string,
  step: 'form_opened' | 'sent',
): Promise<MessageEvent[]> {
  const [message] = await db`
    select from messages
     where message_id = ${message_id} and user_id = ${user_id} and delivery = 'contact_form' for update`
  if (!message) refuse('not_your_message')
  await db`
    insert into message_events (message_id, event_type, actor, occurred_on)
    values (${message_id}, ${step}, 'sender', (now() at time zone member_time_zone(${user_id}))::date)
    on conflict do nothing`
  return readTimeline(db, message_id)
}

async function readTimeline(db: Db, message_id: string): Promise<MessageEvent[]> {
  const [row] = await db<{ timeline: MessageEvent[] }[]>`
    select ${timelineOf(db)} as timeline from messages c where message_id = ${message_id}`
  return row?.timeline ?? []
}

type MessageSettings = { asks_for_replies: boolean; is_counted: boolean }

export async function getMessageSettings(db: Db, user_id: string): Promise<MessageSettings> {
  const [row] = await db<MessageSettings[]>`
    select asks_for_replies, is_counted from message_settings where user_id = ${user_id}`
  return row ?? { asks_for_replies: true, is_counted: true }
}

export async function updateMessageSettings(
  db: Db,
  user_id: string,
  {
    asks_for_replies = null,
    is_counted = null,
  }: { [name in keyof MessageSettings]?: boolean | null | undefined },
): Promise<MessageSettings> {
  if (asks_for_replies === null && is_counted === null) refuse('nothing_to_update')
  const [row] = await db<MessageSettings[]>`
    insert into message_settings as stored (user_id, asks_for_replies, is_counted)
    values (${user_id}, coalesce(${asks_for_replies}, true), coalesce(${is_counted}, true))
    on conflict (user_id) do update set
      asks_for_replies = coalesce(${asks_for_replies}, stored.asks_for_replies),
      is_counted = coalesce(${is_counted}, stored.is_counted)
    returning asks_for_replies, is_counted`
  return row!
}

/** Selects the reply rate. Null below ten senders, because the answers of a few people would be recognizable. */
export async function getReplyRate(db: Db, rep_id: string) {
  const [row] = await db<{ senders: number; answered: number }[]>`
    select count(*)::int as senders, count(*) filter (where is_answered)::int as answered
      from (select m.user_id, bool_or(e.message_id is not null) as is_answered
              from (select message_id, user_id from messages
                     where rep_id = ${rep_id} and delivery <> 'recorded'
                     order by created_at desc, message_id limit ${countedMessages}) m
              join users u on u.user_id = m.user_id and u.account_status = 'active'
              left join message_settings s on s.user_id = m.user_id
              left join message_events e
                on e.message_id = m.message_id and e.event_type = 'replied' and e.reply_type = 'answered'
             where coalesce(s.is_counted, true)
             group by m.user_id) each`
  const { senders, answered } = row!
  if (senders < minReplySenders) return null
  return { senders, answered, ...credibleInterval(answered, senders - answered) }
}
