import type { GovernmentLevel } from '../../contract/billContent.ts'
import type { contactRepresentative, listContacts, Representative } from '../../contract/representatives.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import type { Db } from '../kit/db.ts'

export type Resident = { address: string | null; ocd_city_id: string | null; is_verified: boolean }

export async function selectResident(db: Db, user_id: string): Promise<Resident> {
  const [row] = await db<Resident[]>`
    select address, ocd_city_id, email_verified_at is not null as is_verified
      from users where user_id = ${user_id}`
  return row!
}

/** Those in office today for one of the divisions. */
export function selectRepresentatives(
  db: Db,
  divisions: string[],
  government_level: GovernmentLevel | undefined,
): Promise<Representative[]> {
  return db<Representative[]>`
    ${representatives(db)} where ${inOffice(db, divisions)}
      ${government_level ? db`and government_level = ${government_level}` : db``}
     order by government_level, title, rep_name, rep_id`
}

/** Undefined when there is nobody of that id, they are out of office, or they represent somebody else. */
export async function selectRepresentative(
  db: Db,
  divisions: string[],
  rep_id: string,
): Promise<Representative | undefined> {
  const [row] = await db<Representative[]>`
    ${representatives(db)} where rep_id = ${rep_id} and ${inOffice(db, divisions)}`
  return row
}

function representatives(db: Db) {
  return db`
    select rep_id, rep_name, title, party, government_level, office_phone, email, contact_form_url, photo_url,
           district, source_checked_at
      from representatives`
}

function inOffice(db: Db, divisions: string[]) {
  return db`division = any(${divisions}::text[])
    and valid_from <= current_date and (valid_to is null or valid_to > current_date)`
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

export type RecentContact = { rep_id: string; seconds_left: number }

/** The member's contacts of the last 24 hours, newest first, each with the seconds until it no longer counts. */
export function selectRecentContacts(db: Db, user_id: string, most: number): Promise<RecentContact[]> {
  return db<RecentContact[]>`
    select rep_id, ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds_left
      from contacts where user_id = ${user_id} and created_at > now() - interval '24 hours'
     order by created_at desc limit ${most}`
}

type Contact = OutputOf<typeof contactRepresentative>['contact']

export type NewContact = Pick<Contact, 'rep_id' | 'bill_id' | 'delivery'> & {
  user_id: string
  subject: string
  message: string
}

export async function insertContact(db: Db, contact: NewContact): Promise<Omit<Contact, 'contact_form_url'>> {
  const [row] = await db<Omit<Contact, 'contact_form_url'>[]>`
    insert into contacts ${db(contact)} returning contact_id, rep_id, bill_id, created_at, delivery`
  return row!
}

type ContactList = OutputOf<typeof listContacts>

export async function selectContacts(
  db: Db,
  user_id: string,
  { bill_id, limit, offset }: ParsedOf<typeof listContacts>,
): Promise<ContactList> {
  const theirs = db`c.user_id = ${user_id} ${bill_id ? db`and c.bill_id = ${bill_id}` : db``}`
  const [contacts, [counted]] = await Promise.all([
    db<ContactList['contacts']>`
      select c.contact_id, c.rep_id, r.rep_name, c.bill_id, c.subject, c.created_at
        from contacts c join representatives r using (rep_id)
       where ${theirs} order by c.created_at desc, c.contact_id limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*) as total from contacts c where ${theirs}`,
  ])
  const total = counted?.total ?? 0
  return { contacts, pagination: { limit, offset, total, has_more: offset + contacts.length < total } }
}
