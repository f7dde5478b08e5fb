import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { Refusal, refuse } from '../../contract/kit/refusals.ts'
import type { contactRepresentative as contactRepresentativeEndpoint } from '../../contract/representatives.ts'
import type { Member } from '../http/route.ts'
import { type OfficeEmail, emailOffice } from '../mail/outbox.ts'
import type { Db } from '../postgres/db.ts'
import { deliveryTo, hasAddress, withAtLarge } from './directory.ts'
import {
  billExists,
  insertContact,
  type RecentContact,
  type RepresentativeOf,
  type Resident,
  selectMemberDivisions,
  selectRecentContacts,
  selectRepresentative,
  selectResident,
} from './queries.ts'

const mostADay = 10
const mostADayToOne = 3

// A subject becomes a line of a mail's head: nothing may end it early. A tab is harmless.
const breaksLine = /[^\P{Cc}\t]|[\u2028\u2029]/u

export type ContactRules = {
  rateLimits: boolean
  publicOrigin: string
  /** Null: no mail leaves, so a letter is never called mailed. */
  smtpUrl: string | null
}

/**
 * Stores what the caller writes to one of their own representatives, and says how it gets there (R65): by mail to the
 * office where it has an address and a mail server is configured, by the official form, which the member opens
 * themselves, or not at all beyond Hurd ("recorded").
 */
export async function contactRepresentative(
  db: Db,
  me: Member,
  input: ParsedOf<typeof contactRepresentativeEndpoint>,
  rules: ContactRules,
): Promise<OutputOf<typeof contactRepresentativeEndpoint>['contact']> {
  const rep_id = input.rep_id ?? ''
  const [subject, message] = [trimmed(input.subject), trimmed(input.message)]
  if (breaksLine.test(subject)) refuse('invalid_request')

  const resident = await selectResident(db, me.user_id)
  if (!hasAddress(resident)) refuse('address_required')
  if (!resident.is_verified) refuse('verify_email_first')
  const divisions = await selectMemberDivisions(db, me.user_id)
  const representative =
    (await selectRepresentative(db, withAtLarge(divisions), rep_id)) ?? refuse('representative_not_found')
  if (input.bill_id && !(await billExists(db, input.bill_id))) refuse('bill_not_found')
  if (rules.rateLimits) checkLimits(await selectRecentContacts(db, me.user_id, mostADay), rep_id)

  const { contact_form_url, email } = representative
  const { bill_id } = input
  const delivery = deliveryTo(representative, rules.smtpUrl !== null)
  let mail_id: string | null = null
  if (delivery === 'email' && email !== null) {
    const mail = officeMail(resident, representative, { subject, message }, rules.publicOrigin)
    mail_id = await emailOffice(db, me.user_id, { ...mail, to: email })
  }
  const letter = { user_id: me.user_id, rep_id, bill_id, subject, message, delivery, mail_id }
  return { ...(await insertContact(db, letter)), contact_form_url }
}

/** The letter as the office gets it: the member's words, and below them who passes them on. */
function officeMail(
  { full_name, email }: Resident,
  { title, rep_name }: RepresentativeOf,
  { subject, message }: { subject: string; message: string },
  origin: string,
): Omit<OfficeEmail, 'to'> {
  const name = oneLine(full_name.replace(/[<>@"]/g, ' '))
  return {
    subject: oneLine(subject),
    text: [
      message.replace(/\r\n?/g, '\n'),
      '-- ',
      `${name} wrote this to ${title} ${rep_name} on Hurd, ${origin}.`,
      'Hurd has verified the email address, not the name. An answer to this email goes to the writer.',
      '',
    ].join('\n'),
    from_name: `${name} via Hurd`,
    reply_to: email,
  }
}

/** What may stand in a line of a mail's head, whatever it was made of: nothing in it ends the line. */
function oneLine(words: string): string {
  return words
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function trimmed(text: string | null): string {
  return (text ?? '').trim()
}

/** Ten a day, three of them to one person. The stored contacts are the count, and the caller's lock is held. */
function checkLimits(recent: RecentContact[], rep_id: string) {
  const full = recent[mostADay - 1] ?? recent.filter((one) => one.rep_id === rep_id)[mostADayToOne - 1]
  if (full) throw new Refusal('too_many_attempts', { retryAfter: Math.max(1, full.seconds_left) })
}
