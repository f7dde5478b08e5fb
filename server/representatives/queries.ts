import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import type {
  contactRepresentative,
  listContacts,
  Representative,
} from '../../contract/representatives/representatives.ts'
import type { GovernmentLevel } from '../../contract/rules/bills/billContent.ts'
import type { Db } from '../postgres/db.ts'
import { timelineOf } from './messages/timeline.ts'

export type Resident = {
  full_name: string
  email: string
  address: string | null
  is_verified: boolean
}

export async function selectResident(db: Db, user_id: string): Promise<Resident> {
  const [row] = await db<Resident[]>`
    select full_name, email, address, email_verified_at is not null as is_verified
      from users where user_id = ${user_id}`
  return row!
}

/** Selects the member's confirmed divisions: from the geocoder or reported by the member. */
export async function selectMemberDivisions(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ division: string }[]>`
    select division from member_divisions where user_id = ${user_id} order by division`
  return rows.map(({ division }) => division)
}

/**
 * Selects officials in office for one of the divisions on a date (YYYY-MM-DD). Null means today by the database's
 * clock.
 */
export function selectRepresentatives(
  db: Db,
  divisions: string[],
  filters: { government_level?: GovernmentLevel | undefined; on?: string | null },
): Promise<RepresentativeOf[]> {
  const { government_level, on = null } = filters
  return db<RepresentativeOf[]>`
    select * from (
      ${representatives(db)} where ${inOffice(db, divisions, on)}
        ${government_level ? db`and t.government_level = ${government_level}` : db``}
       order by r.rep_id, t.valid_from desc nulls last) found
     order by array_position(array['federal', 'state', 'local'], government_level), title, rep_name, rep_id`
}

/** Selects officials whose term in one of the divisions begins within a year. */
export function selectUpcoming(
  db: Db,
  divisions: string[],
  government_level: GovernmentLevel | undefined,
): Promise<RepresentativeOf[]> {
  return db<RepresentativeOf[]>`
    select * from (
      ${representatives(db)} where t.division = any(${divisions}::text[])
        and t.valid_from > current_date and t.valid_from <= current_date + interval '1 year'
        ${government_level ? db`and t.government_level = ${government_level}` : db``}
       order by r.rep_id, t.valid_from) found
     order by array_position(array['federal', 'state', 'local'], government_level), title, rep_name, rep_id`
}

/**
 * Selects an official. Undefined if there is no such official, or if the official is out of office or represents
 * another district.
 */
export async function selectRepresentative(
  db: Db,
  divisions: string[],
  rep_id: string,
): Promise<RepresentativeOf | undefined> {
  const [row] = await db<RepresentativeOf[]>`
    ${representatives(db)} where r.rep_id = ${rep_id} and ${inOffice(db, divisions, null)}
     order by r.rep_id, t.valid_from desc nulls last`
  return row
}

/** A representative with the division that they represent. */
export type RepresentativeOf = Omit<Representative, 'delivery'> & { division: string; from: string | null }

function representatives(db: Db) {
  return db`
    select distinct on (r.rep_id)
           r.rep_id, r.rep_name, t.title, t.party, t.government_level, t.office_phone, t.email, t.contact_form_url,
           r.photo_url, t.district, r.source_name, r.source_checked_at, t.division, t.valid_from as "from"
      from representative_terms t join representatives r using (rep_id)`
}

function inOffice(db: Db, divisions: string[], on: string | null) {
  const day = db`coalesce(${on}::date, current_date)`
  return db`t.division = any(${divisions}::text[])
    and (t.valid_from is null or t.valid_from <= ${day}) and (t.valid_to is null or t.valid_to > ${day})`
}

/**
 * Selects whether the directory contains members of the House, and of the state legislature, by district.
 *
 * @param state the OCD division, such as "ocd-division/country:us/state:tx"
 */
export async function selectDistricted(
  db: Db,
  state: string,
): Promise<{ congressional: boolean; state_legislative: boolean }> {
  const code = state.slice(-2)
  const [row] = await db<{ congressional: boolean; state_legislative: boolean }[]>`
    select exists (
             select from representative_terms
              where organization = 'us/house' and division like ${`${state}/cd:%`} and division not like '%:at-large'
                and (valid_to is null or valid_to > current_date)) as congressional,
           exists (
             select from representative_terms
              where organization = any(${['upper', 'lower', 'legislature'].map((chamber) => `${code}/${chamber}`)})
                and division <> ${state} and division not like '%:at-large'
                and (valid_to is null or valid_to > current_date)) as state_legislative`
  return row!
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

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

type Contact = OutputOf<typeof contactRepresentative>['contact']

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

type ContactList = OutputOf<typeof listContacts>

export async function selectContacts(
  db: Db,
  user_id: string,
  { bill_id, limit, offset }: ParsedOf<typeof listContacts>,
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
