import * as z from 'zod/mini'
import { msg, t } from '#contract/kit/translate.ts'
import { governmentLevels } from './bills/billContent.ts'
import { checkedText, endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { codePoints, isBlank } from './kit/text.ts'
import { MessageEvent } from './messages.ts'
import { listedDistricts } from './places.ts'

/**
 * Returns the central 90% interval of a share after `yes` and `no` observations with a uniform prior: the 5th and the
 * 95th percentile of Beta(yes + 1, no + 1). Both ends are between 0 and 1.
 */
export function credibleInterval(yes: number, no: number): { low: number; high: number } {
  return { low: betaQuantile(0.05, yes + 1, no + 1), high: betaQuantile(0.95, yes + 1, no + 1) }
}

/**
 * Finds the quantile by bisection, because the distribution function always rises. 50 halvings reach the precision of a
 * JavaScript number.
 */
function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (betaDistribution(middle, a, b) < probability) {
      low = middle
    } else {
      high = middle
    }
  }
  return (low + high) / 2
}

/**
 * Computes the distribution function of Beta(a, b) for whole numbers a and b. It is the probability of at least `a`
 * successes in `a + b - 1` draws that each succeed with probability `x`.
 */
function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0) {
    return 0
  }
  if (x >= 1) {
    return 1
  }
  const draws = a + b - 1
  let logTerm = logChoose(draws, a) + a * Math.log(x) + (draws - a) * Math.log1p(-x)
  let sum = 0
  for (let successes = a; successes <= draws; successes += 1) {
    sum += Math.exp(logTerm)
    logTerm += Math.log((draws - successes) / (successes + 1)) + Math.log(x) - Math.log1p(-x)
  }
  return Math.min(sum, 1)
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= n - k; i += 1) {
    sum += Math.log((k + i) / i)
  }
  return sum
}

/** If fewer bills than this can be compared, the page shows only the list of bills and no share. */
export const minComparedBills = 5
/** A vote is marked as unanimous if at least this share of its yes and no votes is on one side. */
const unanimousShare = 0.95

/** True if a vote was so close to unanimous that agreement with it says little. */
export function isUnanimous(yes: number | null, no: number | null): boolean {
  const total = (yes ?? 0) + (no ?? 0)
  return total > 0 && Math.max(yes ?? 0, no ?? 0) >= unanimousShare * total
}

/** Returns the range that contains the long-run share of agreement with a probability of 90%. */
export function agreementInterval(agreed: number, differed: number): [low: number, high: number] {
  const { low, high } = credibleInterval(agreed, differed)
  return [low, high]
}

export const subjectMaxLength = 200
export const messageMaxLength = 5000

function checkFilled(text: string, maxLength: number, tooLong: string): string | null {
  const trimmed = text.trim()
  if (isBlank(trimmed)) {
    return t('Please fill in all fields')
  }
  return codePoints(trimmed) > maxLength ? tooLong : null
}

export const checkSubject = (text: string) => checkFilled(text, subjectMaxLength, t('Subject is too long'))
export const checkMessage = (text: string) => checkFilled(text, messageMaxLength, t('Message is too long'))

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
const missingDistricts = ['congressional', 'state_legislative', 'council'] as const
export type MissingDistrict = (typeof missingDistricts)[number]

/** The bodies of the caller's state and city whose members are in no record of this instance. */
const bodiesWithoutRecords = ['state_legislature', 'council'] as const
export type BodyWithoutRecords = (typeof bodiesWithoutRecords)[number]

const Vacancy = z.object({
  title: z.string(),
  division: z.string(),
  since: z.nullable(z.string()),
  special_election_on: z.nullable(z.string()),
  /** What the operator noted, and where it was announced. */
  note: z.nullable(z.string()),
  source_url: z.nullable(z.string()),
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
 * Lists the caller's representatives. If the caller has no address, the status is 200 and `success` is false so that
 * the client does not treat the response as a failure (CIV-API-34).
 */
export const listRepresentatives = endpoint('GET /api/representatives/for-user', {
  access: 'user',
  input: {
    government_level: z.optional(z.enum(governmentLevels, { error: msg('Invalid government level') })),
    /** The day for which representatives are requested, as YYYY-MM-DD. The default is today. */
    on: z.optional(z.string().check(z.maxLength(20))),
  },
  output: {
    success: z.boolean(),
    needsAddress: z.optional(z.literal(true)),
    representatives: z.array(Representative),
    missing_districts: z.optional(z.array(z.enum(missingDistricts))),
    /** The kinds of missing districts that the caller can choose from the lists of `listDistrictChoices`. */
    district_choices: z.optional(z.array(z.enum(listedDistricts))),
    /** The bodies of the caller's places of which no member is in any record. */
    without_records: z.optional(z.array(z.enum(bodiesWithoutRecords))),
    /**
     * The day to which the response applies. `map_id` is the map of congressional districts on that day. Null if the map is
     * not known.
     */
    as_of: z.optional(z.string()),
    map_id: z.optional(z.nullable(z.string())),
    /** The people who are known to take office in the caller's districts within a year. `from` is their first day. */
    upcoming: z.optional(z.array(z.extend(Representative, { from: z.string() }))),
    /**
     * Who represents each of the districts among which the caller can choose, because the address may be in any of them.
     */
    candidates: z.optional(z.array(z.extend(Representative, { division: z.string() }))),
    /** The seats in the caller's districts that are vacant on that day. */
    vacancies: z.optional(z.array(Vacancy)),
    /** The caller's congressional districts on the next map. The field is missing until that map is known. */
    upcoming_districts: z.optional(UpcomingDistricts),
    error: z.optional(z.string()),
  },
  refuses: ['invalid_date'],
})

const DistrictChoice = z.object({
  division: z.string(),
  name: z.string(),
  /** Who represents the district today. It is empty if the seat is vacant in the records. */
  representatives: z.array(Representative),
})
export type DistrictChoice = z.infer<typeof DistrictChoice>

/** Lists the districts of one kind among which the caller can choose. It is empty if the district is already certain. */
export const listDistrictChoices = endpoint('GET /api/representatives/districts', {
  access: 'user',
  input: { kind: z.enum(listedDistricts) },
  output: { districts: z.array(DistrictChoice) },
})

/**
 * A `pending` email waits in the outbox. A `sent` email was accepted by the mail server. A `dead` email has failed and
 * will not be sent again.
 */
const mailStates = ['pending', 'sent', 'dead'] as const

export const contactRepresentative = endpoint('POST /api/representatives/contact', {
  access: 'active',
  input: {
    rep_id: checkedText((text) => (text === '' ? t('Please fill in all fields') : null)),
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
  /** The delivery state of the email, or null if no email was sent. */
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
