import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type {
  answerMessage as answerMessageEndpoint,
  listGroupedMessages as listGroupedMessagesEndpoint,
  listOfficialMessages as listOfficialMessagesEndpoint,
  MessageGroup,
  OfficialMessage,
} from '#contract/messages.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

export type Official = { rep_id: string; rep_name: string }

/** Finds the representative whose verified account this is, or undefined if the binding or the term has ended. */
export async function findOfficial(db: Db, user_id: string): Promise<Official | undefined> {
  const [official] = await db<Official[]>`
    select a.rep_id, r.rep_name
      from official_accounts a join representatives r using (rep_id) join users u using (user_id)
     where a.user_id = ${user_id} and u.member_type = 'elected_official' and is_in_office(a.rep_id)
       and a.valid_from <= current_date and (a.valid_to is null or a.valid_to > current_date)`
  return official
}

/**
 * Lists only the messages that Hurd emailed. An office that received a message through its own form has it there. The
 * group with the newest message is first.
 */
export async function listOfficialMessages(
  db: Db,
  user_id: string,
  { limit, offset }: ParsedOf<typeof listOfficialMessagesEndpoint>,
): Promise<OutputOf<typeof listOfficialMessagesEndpoint>> {
  const official = (await findOfficial(db, user_id)) ?? refuse('officials_only')
  const received = db`
    rep_id = ${official.rep_id} and message_count > 0
    and exists (select from messages m join users u using (user_id)
                 where m.group_id = message_groups.group_id and m.delivery = 'email' and u.account_status <> 'closed')`
  // The stored count includes the messages of accounts that are closed for 14 days before they are deleted.
  const shown = (group: Part) => db`
    (select count(*)::int from messages m join users u using (user_id)
      where m.group_id = ${group} and m.delivery = 'email' and u.account_status <> 'closed')`
  const [groups, [counted]] = await Promise.all([
    db<MessageGroup[]>`
      with page as materialized (
        select group_id, newest_at from message_groups where ${received}
         order by newest_at desc, group_id limit ${limit} offset ${offset})
      select p.group_id, ${shown(db`p.group_id`)} as message_count, to_jsonb(n) as newest
        from page p cross join lateral (
          ${officialMessages(db)} where m.group_id = p.group_id and m.delivery = 'email'
           order by m.created_at desc, m.message_id limit 1) n
       order by p.newest_at desc, p.group_id`,
    db<{ total: number; message_count: number }[]>`
      select count(*)::int as total, coalesce(sum(${shown(db`message_groups.group_id`)}), 0)::int as message_count
        from message_groups where ${received}`,
  ])
  const { total = 0, message_count = 0 } = counted ?? {}
  const pagination = { limit, offset, total, has_more: offset + groups.length < total }
  return { rep_name: official.rep_name, groups, message_count, pagination }
}

export async function listGroupedMessages(
  db: Db,
  user_id: string,
  { id, limit, offset }: ParsedOf<typeof listGroupedMessagesEndpoint>,
): Promise<OutputOf<typeof listGroupedMessagesEndpoint>> {
  const official = (await findOfficial(db, user_id)) ?? refuse('officials_only')
  const [group] = await db<{ total: number }[]>`
    select (select count(*)::int from messages m join users u using (user_id)
             where m.group_id = g.group_id and m.delivery = 'email' and u.account_status <> 'closed') as total
      from message_groups g where group_id = ${id} and rep_id = ${official.rep_id}`
  const { total } = group ?? refuse('not_your_message')
  const messages = await db<OfficialMessage[]>`
    ${officialMessages(db)} where m.group_id = ${id} and m.delivery = 'email'
     order by m.created_at desc, m.message_id limit ${limit} offset ${offset}`
  return { messages, pagination: { limit, offset, total, has_more: offset + messages.length < total } }
}

/** Stores the answer, which replaces an earlier one, and notifies the sender. */
export async function answerMessage(
  db: Db,
  user_id: string,
  { id, content }: ParsedOf<typeof answerMessageEndpoint>,
): Promise<OfficialMessage> {
  const official = (await findOfficial(db, user_id)) ?? refuse('officials_only')
  const [message] = await db<{ user_id: string; bill_id: string | null }[]>`
    select user_id, bill_id from messages
     where message_id = ${id} and rep_id = ${official.rep_id} and delivery = 'email'
       and user_id in (select user_id from users where account_status <> 'closed') for update of messages`
  if (!message) refuse('not_your_message')
  const [event] = await db<{ message_event_id: string }[]>`
    insert into message_events (message_id, event_type, actor, reply_type, note, occurred_on)
    values (${id}, 'replied', 'official', 'answered', ${content?.trim() ?? ''},
            (now() at time zone member_time_zone(${message.user_id}))::date)
    on conflict (message_id, actor) where event_type = 'replied' do update set
      note = excluded.note, occurred_on = excluded.occurred_on
    returning message_event_id`
  await db`update messages set follow_up_at = null where message_id = ${id} and follow_up_at is not null`
  await db`
    insert into notifications (user_id, type, bill_id, message_event_id)
    select user_id, 'official_replied', ${message.bill_id}, ${event!.message_event_id}
      from users where user_id = ${message.user_id} and account_status = 'active'
    on conflict (message_event_id) where message_event_id is not null do nothing`
  const [answered] = await db<OfficialMessage[]>`${officialMessages(db)} where m.message_id = ${id}`
  return answered!
}

function officialMessages(db: Db): Part {
  return db`
    select m.message_id as contact_id, u.full_name as sender_name, g.group_name as sender_city, m.bill_id, b.bill_code,
           m.subject, m.body as message, iso_time(m.created_at) as created_at, e.note as answer
      from messages m
      join users u on u.user_id = m.user_id and u.account_status <> 'closed'
      left join bills b on b.bill_id = m.bill_id
      -- A city can have more groups, which operators imported. Its own one is named after it.
      left join lateral (
        select group_name from groups where jurisdiction = u.ocd_city_id
         order by group_id = group_id_of(jurisdiction) desc, created_at, group_id limit 1) g on true
      left join message_events e
        on e.message_id = m.message_id and e.event_type = 'replied' and e.actor = 'official'`
}
