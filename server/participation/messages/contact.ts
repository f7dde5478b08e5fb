import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import type { contactRepresentative as contactRepresentativeEndpoint } from '#contract/representatives.ts'
import { billExists } from '#server/legislation/paths/findBill.ts'
import { deliveryTo, hasAddress, withAtLarge } from '#server/legislation/representatives/directory.ts'
import {
  type RepresentativeOf,
  type Resident,
  selectMemberDivisions,
  selectRepresentative,
  selectResident,
} from '#server/legislation/representatives/inOffice.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { type OfficeEmail, emailOffice } from '#server/platform/mail/outbox.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { findOrStartGroup } from './groups.ts'
import { hasEqualContact, insertContact, type RecentContact, selectRecentContacts } from './queries.ts'

const dailyLimit = 10
const dailyLimitPerRecipient = 3

// The subject becomes a line of an email header, so it must not contain line breaks. A tab is harmless.
const breaksLine = /[^\P{Cc}\t]|[\u2028\u2029]/u

export type ContactRules = {
  rateLimits: boolean
  publicOrigin: string
  /** Null if no mail server is configured. No message is then stored as emailed. */
  smtpUrl: string | null
}

/**
 * Stores a member's message to one of their own representatives and decides how it is delivered (CIV-API-35). If the
 * office has an email address and a mail server is configured, Hurd emails it. Otherwise the member opens the official
 * form and sends it. If there is no form either, the message is only recorded.
 */
export async function contactRepresentative(
  db: Db,
  me: Member,
  input: ParsedOf<typeof contactRepresentativeEndpoint>,
  rules: ContactRules & { msSinceArrival: number },
): Promise<OutputOf<typeof contactRepresentativeEndpoint>['contact']> {
  const rep_id = input.rep_id ?? ''
  const [subject, message] = [trimmed(input.subject), trimmed(input.message)]
  if (breaksLine.test(subject)) {
    refuse('invalid_request')
  }

  const resident = await selectResident(db, me.user_id)
  if (!hasAddress(resident)) {
    refuse('address_required')
  }
  if (!resident.is_verified) {
    refuse('verify_email_first')
  }
  const divisions = await selectMemberDivisions(db, me.user_id)
  const representative =
    (await selectRepresentative(db, withAtLarge(divisions), rep_id)) ?? refuse('representative_not_found')
  if (input.bill_id && !(await billExists(db, input.bill_id))) {
    refuse('bill_not_found')
  }
  if (rules.rateLimits) {
    checkLimits(await selectRecentContacts(db, me.user_id, dailyLimit), rep_id)
  }

  const { contact_form_url, email } = representative
  const { bill_id } = input
  const copy = { user_id: me.user_id, rep_id, bill_id, subject, body: message }
  if (await hasEqualContact(db, copy, rules.msSinceArrival)) {
    refuse('message_already_sent')
  }
  const delivery = deliveryTo(representative, rules.smtpUrl !== null)
  const group_id = await findOrStartGroup(db, {
    rep_id,
    bill_id,
    body: message,
    full_name: resident.full_name,
  })
  const row = { ...copy, group_id, delivery }
  const contact = await insertContact(db, row)
  if (delivery === 'email' && email !== null) {
    const mail = officeMail(
      resident,
      representative,
      { subject, message },
      {
        origin: rules.publicOrigin,
        siteName: (await selectBranding(db)).name,
      },
    )
    await emailOffice(db, { user_id: me.user_id, message_id: contact.contact_id }, { ...mail, to: email })
  }
  return { ...contact, contact_form_url }
}

/** Writes the email to the office: the member's text, followed by lines in English about who forwards it. */
function officeMail(
  { full_name, email }: Resident,
  { title, rep_name }: RepresentativeOf,
  { subject, message }: { subject: string; message: string },
  { origin, siteName }: { origin: string; siteName: string },
): Omit<OfficeEmail, 'to'> {
  const name = oneLine(full_name.replace(/[<>@"]/g, ' '))
  return {
    subject: oneLine(subject),
    text: [
      message.replace(/\r\n?/g, '\n'),
      '-- ',
      `${name} wrote this to ${title} ${rep_name} on ${siteName}, ${origin}.`,
      `${siteName} has verified the email address, not the name. An answer to this email goes to the writer.`,
      '',
    ].join('\n'),
    from_name: `${name} via ${siteName}`,
    reply_to: email,
  }
}

/** Removes line breaks and control characters from a text so that it is safe in a line of an email header. */
function oneLine(words: string): string {
  return words
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function trimmed(text: string | null): string {
  return (text ?? '').trim()
}

/**
 * Refuses more than ten messages a day, or more than three to one representative. Stored messages are counted under the
 * lock that the caller holds.
 */
function checkLimits(recent: RecentContact[], rep_id: string) {
  const full =
    recent[dailyLimit - 1] ??
    recent.filter((contact) => contact.rep_id === rep_id)[dailyLimitPerRecipient - 1]
  if (full) {
    throw new Refusal('too_many_attempts', { retryAfter: Math.max(1, full.seconds_left) })
  }
}
