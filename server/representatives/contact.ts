import type { contactRepresentative as contactRepresentativeEndpoint } from '../../contract/representatives.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import type { Db } from '../kit/db.ts'
import type { Member } from '../kit/route.ts'
import { divisionsOfMember, hasAddress, withAtLarge } from './directory.ts'
import {
  billExists,
  insertContact,
  type RecentContact,
  selectRecentContacts,
  selectRepresentative,
  selectResident,
} from './queries.ts'

const mostADay = 10
const mostADayToOne = 3

// A subject becomes a line of a mail's head one day: nothing may end it early. A tab is harmless.
const breaksLine = /[^\P{Cc}\t]|[\u2028\u2029]/u

export type ContactRules = { rateLimits: boolean }

/**
 * Stores what the caller writes to one of their own representatives and says how it gets there (R65): by the official
 * form, which the member opens themselves, or not at all beyond Hurd ("recorded"). This release sends no mail, so
 * nothing is ever called sent.
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
  const divisions = await divisionsOfMember(db, me.user_id, resident)
  const representative =
    (await selectRepresentative(db, withAtLarge(divisions), rep_id)) ?? refuse('representative_not_found')
  if (input.bill_id && !(await billExists(db, input.bill_id))) refuse('bill_not_found')
  if (rules.rateLimits) checkLimits(await selectRecentContacts(db, me.user_id, mostADay), rep_id)

  const { contact_form_url } = representative
  const delivery = contact_form_url ? 'contact_form' : 'recorded'
  const { bill_id } = input
  const letter = { user_id: me.user_id, rep_id, bill_id, subject, message, delivery } as const
  const contact = await insertContact(db, letter)
  return { ...contact, contact_form_url }
}

function trimmed(text: string | null): string {
  return (text ?? '').trim()
}

/** Ten a day, three of them to one person. The stored contacts are the count, and the caller's lock is held. */
function checkLimits(recent: RecentContact[], rep_id: string) {
  const full = recent[mostADay - 1] ?? recent.filter((one) => one.rep_id === rep_id)[mostADayToOne - 1]
  if (full) throw new Refusal('too_many_attempts', { retryAfter: Math.max(1, full.seconds_left) })
}
