import * as z from 'zod/mini'
import { checkedText, endpoint, Id, pageInput, Pagination, Time } from '#contract/kit/endpoint.ts'
import { governmentLevels } from '#contract/rules/bills/billContent.ts'
import { codePoints, isBlank } from '#contract/rules/text.ts'
import { MessageEvent } from './messageEvents.ts'

export const subjectMaxLength = 200
export const messageMaxLength = 5000

function checkFilled(text: string, maxLength: number, tooLong: string): string | null {
  const trimmed = text.trim()
  if (isBlank(trimmed)) return 'Please fill in all fields'
  return codePoints(trimmed) > maxLength ? tooLong : null
}

export const checkSubject = (text: string) => checkFilled(text, subjectMaxLength, 'Subject is too long')
export const checkMessage = (text: string) => checkFilled(text, messageMaxLength, 'Message is too long')

/**
 * The ways in which a message reaches an office: by email from Hurd, through the office's own form, or not at all
 * because it is only recorded (CIV-API-35).
 */
const deliveries = ['email', 'contact_form', 'recorded'] as const

/** The ways in which a term of office can begin and end. A source's own text about the reason is never stored. */
export const startReasons = ['election', 'special_election', 'appointment', 'succession', 'unknown'] as const
export const endReasons = ['term_ended', 'resigned', 'died', 'removed', 'other_office', 'unknown'] as const
export type StartReason = (typeof startReasons)[number]
export type EndReason = (typeof endReasons)[number]

export const Representative = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  title: z.string(),
  party: z.nullable(z.string()),
  government_level: z.enum(governmentLevels),
  office_phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  contact_form_url: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  district: z.nullable(z.string()),
  /** The public record that has this information. `source_checked_at` is the time at which it was last checked. */
  source_name: z.string(),
  source_checked_at: z.nullable(Time),
  /** The way in which a message to this representative would be delivered today. */
  delivery: z.enum(deliveries),
})
export type Representative = z.infer<typeof Representative>

/**
 * The kinds of the caller's districts that are not known. The representatives of these districts are missing from the
 * list.
 */
const missingDistricts = ['congressional', 'state_legislative'] as const
export type MissingDistrict = (typeof missingDistricts)[number]

const Vacancy = z.object({
  title: z.string(),
  division: z.string(),
  since: z.nullable(z.string()),
  special_election_on: z.nullable(z.string()),
})
type Vacancy = z.infer<typeof Vacancy>

export const UpcomingDistricts = z.object({
  map_id: z.string(),
  /** The first day of the map as YYYY-MM-DD. */
  from: z.string(),
  /** False if the address may be in any of several districts. */
  is_certain: z.boolean(),
  districts: z.array(z.object({ division: z.string(), name: z.string() })),
})
export type UpcomingDistricts = z.infer<typeof UpcomingDistricts>

/**
 * Lists the caller's representatives. If the caller has no address, the status is 200 and `success` is false, so that
 * the client does not treat the answer as a failure (CIV-API-34).
 */
export const listRepresentatives = endpoint('GET /api/representatives/for-user', {
  access: 'user',
  input: {
    government_level: z.optional(z.enum(governmentLevels, { error: 'Invalid government level' })),
    /** The day for which representatives are requested, as YYYY-MM-DD. The default is today. */
    on: z.optional(z.string().check(z.maxLength(20))),
  },
  output: {
    success: z.boolean(),
    needsAddress: z.optional(z.literal(true)),
    representatives: z.array(Representative),
    missing_districts: z.optional(z.array(z.enum(missingDistricts))),
    /**
     * The day to which the answer applies. `map_id` is the map of congressional districts on that day. Null if the map is
     * not known.
     */
    as_of: z.optional(z.string()),
    map_id: z.optional(z.nullable(z.string())),
    /** The people who are known to take office in the caller's districts within a year. `from` is their first day. */
    upcoming: z.optional(z.array(z.extend(Representative, { from: z.string() }))),
    /** The seats in the caller's districts that are vacant on that day. */
    vacancies: z.optional(z.array(Vacancy)),
    /** The caller's congressional districts on the next map. The field is missing until that map is known. */
    upcoming_districts: z.optional(UpcomingDistricts),
    error: z.optional(z.string()),
  },
  refuses: ['invalid_date'],
})

/**
 * A `pending` email waits in the outbox. A `sent` email was accepted by the mail server. A `dead` email has failed and
 * will not be sent again.
 */
const mailStates = ['pending', 'sent', 'dead'] as const

export const contactRepresentative = endpoint('POST /api/representatives/contact', {
  access: 'active',
  input: {
    rep_id: checkedText((text) => (text === '' ? 'Please fill in all fields' : null)),
    subject: checkedText(checkSubject),
    message: checkedText(checkMessage),
    bill_id: z._default(z.nullable(Id), null),
  },
  output: {
    contact: z.object({
      contact_id: Id,
      rep_id: z.string(),
      bill_id: z.nullable(Id),
      created_at: Time,
      delivery: z.enum(deliveries),
      contact_form_url: z.nullable(z.string()),
    }),
  },
  refuses: [
    'address_required',
    'verify_email_first',
    'representative_not_found',
    'bill_not_found',
    'message_already_sent',
    'too_many_attempts',
  ],
  status: 201,
  idempotent: true,
})

/** A message in the list of messages that a member has sent. */
export const Contact = z.object({
  contact_id: Id,
  rep_id: z.string(),
  rep_name: z.string(),
  bill_id: z.nullable(Id),
  subject: z.string(),
  message: z.string(),
  created_at: Time,
  delivery: z.enum(deliveries),
  /** The delivery state of the email. Null if no email was sent. */
  mail_state: z.nullable(z.enum(mailStates)),
  contact_form_url: z.nullable(z.string()),
  office_phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The history of the message, oldest first. */
  timeline: z.array(MessageEvent),
})
export type Contact = z.infer<typeof Contact>

export const listContacts = endpoint('GET /api/representatives/contacts', {
  access: 'user',
  input: { bill_id: z.optional(Id), ...pageInput(20) },
  output: {
    contacts: z.array(Contact),
    pagination: Pagination,
  },
})
