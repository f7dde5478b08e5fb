import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/representatives.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { timelineOf } from './timeline.ts'

export type RecentContact = { rep_id: string; seconds_left: number }

/**
 * Selects the member's messages of the last 24 hours, newest first, each with the seconds until it no longer counts.
 */
export function selectRecentContacts(db: Db, user_id: string, most: number): Promise<RecentContact[]> {
  return db<RecentContact[]>`
    select rep_id, ceil(extract(epoch from created_at + interval '24 hours' - clock_timestamp()))::int as seconds_left
      from messages where user_id = ${user_id} and created_at > now() - interval '24 hours'
     order by created_at desc limit ${most}`
}

type Contact = OutputOf<typeof contract.contactRepresentative>['contact']

type NewContact = Pick<Contact, 'rep_id' | 'bill_id' | 'delivery'> & {
  group_id: string
  user_id: string
  subject: string
  body: string
}

/**
 * Returns whether an equal message was stored while this one waited for the member's lock, as happens when a form is sent
 * several times at once. Sending the same words again later is the member's choice.
 *
 * @param msSinceArrival how long ago this request arrived. One second more is checked, because the row of a request that
 *   arrived at the same time may have been written before.
 */
export async function hasEqualContact(
  db: Db,
  { user_id, rep_id, bill_id, subject, body }: Omit<NewContact, 'group_id' | 'delivery'>,
  msSinceArrival: number,
): Promise<boolean> {
  const equal = await db`
    select from messages
     where user_id = ${user_id} and rep_id = ${rep_id} and bill_id is not distinct from ${bill_id}::uuid
       and subject = ${subject} and body = ${body}
       and created_at >= clock_timestamp() - make_interval(secs => ${msSinceArrival / 1000 + 1}) limit 1`
  return equal.length > 0
}

export async function insertContact(db: Db, contact: NewContact): Promise<Omit<Contact, 'contact_form_url'>> {
  const [row] = await db<Omit<Contact, 'contact_form_url'>[]>`
    insert into messages ${db({ ...contact, follow_up_at: contact.bill_id && inTwoWeeks() })} returning message_id as contact_id, rep_id, bill_id, created_at, delivery`
  return row!
}

/**
 * Returns the time of the follow-up to a message about a bill. It is two weeks later, which leaves an office time to
 * answer.
 */
function inTwoWeeks(): Date {
  return new Date(Date.now() + 14 * 86_400_000)
}

type ContactList = OutputOf<typeof contract.listContacts>

export async function listContacts(
  db: Db,
  user_id: string,
  { bill_id, limit, offset }: ParsedOf<typeof contract.listContacts>,
): Promise<ContactList> {
  const ownContacts = db`c.user_id = ${user_id} ${bill_id ? db`and c.bill_id = ${bill_id}` : db``}`
  const [contacts, [counted]] = await Promise.all([
    db<ContactList['contacts']>`
      select c.message_id as contact_id, c.rep_id, r.rep_name, c.bill_id, c.subject, c.body as message, c.created_at, c.delivery,
             case when c.delivery <> 'email' then null
                  when m.state = 'pending' and m.expires_at <= now() then 'dead'
                  else coalesce(m.state, 'sent') end as mail_state,
             t.contact_form_url, t.office_phone, t.email, ${timelineOf(db)} as timeline
        from messages c join representatives r using (rep_id)
        left join lateral (
          select state, expires_at from emails where message_id = c.message_id order by created_at desc limit 1) m on true
        left join lateral (
          select contact_form_url, office_phone, email from representative_terms
           where rep_id = c.rep_id order by valid_from desc nulls last, term_id desc limit 1) t on true
       where ${ownContacts} order by c.created_at desc, c.message_id limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*) as total from messages c where ${ownContacts}`,
  ])
  const total = counted?.total ?? 0
  return { contacts, pagination: { limit, offset, total, has_more: offset + contacts.length < total } }
}
