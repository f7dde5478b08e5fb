import * as z from 'zod/mini'
import { endpoint, Id, Time } from '#contract/kit/endpoint.ts'
import { dayInput } from '#contract/kit/timeInput.ts'

/* These endpoints serve the administration screens. They answer 404 to everyone who is not an administrator, and 403
   to an administrator without two-step sign-in. */

export const administratorRefusals = ['not_found', 'operator_needs_second_factor'] as const

/** What an operator does before inviting people, in this order. */
export const firstSteps = ['mail', 'backup', 'sources', 'terms', 'privacy', 'administrators'] as const
const FirstStep = z.enum(firstSteps)
export type FirstStep = z.infer<typeof FirstStep>

/** Succeeds if the caller may use the administration screens. `open_steps` are the first steps that are not done, or not any more. */
export const getAdministration = endpoint('GET /api/administration', {
  access: 'active',
  input: {},
  output: { role: z.literal('administrator'), open_steps: z.array(FirstStep) },
  refuses: administratorRefusals,
})

/** The maximum number of failed emails that the screen shows. */
export const maxFailedEmails = 20

const Backup = z.object({ taken_at: Time, finished_at: Time, bytes: z.number(), rows: z.number() })

const Task = z.object({
  name: z.string(),
  every_seconds: z.number(),
  /** The end of the last complete round, or null if no round has finished yet. */
  finished_at: z.nullable(Time),
  next_at: Time,
  /** The number of failures since the last success. */
  failures: z.number(),
  /** The reason for the last failure, or null if the last round succeeded. */
  last_error: z.nullable(z.string()),
})
export type Task = z.infer<typeof Task>

const FailedEmail = z.object({
  email_id: Id,
  purpose: z.string(),
  /** A `pending` email will be sent again automatically. A `dead` one will not. */
  state: z.enum(['pending', 'dead']),
  attempts: z.number(),
  created_at: Time,
  last_error: z.nullable(z.string()),
  /** False if the text of the email has been erased or its link has expired. */
  can_retry: z.boolean(),
})
export type FailedEmail = z.infer<typeof FailedEmail>

export const TestEmail = z.object({
  state: z.enum(['pending', 'sent', 'dead']),
  created_at: Time,
  last_error: z.nullable(z.string()),
})
export type TestEmail = z.infer<typeof TestEmail>

export const Source = z.object({
  /** The public record and the kind of its records, such as "Congress.gov (bills)". */
  name: z.string(),
  records: z.number(),
  /** Null if no record has a time of its last check. */
  last_checked_at: z.nullable(Time),
  /** True if the last check is too old: a week for bills and votes, a month for people. */
  is_stale: z.boolean(),
  /** True if a sync was interrupted. The next one resumes it. */
  is_unfinished: z.boolean(),
  /** The command that checks the source again. */
  command: z.string(),
  /** The systemd timer that runs this command, as docs/install.md sets it up. Null if there is none. */
  timer: z.nullable(z.string()),
})
export type Source = z.infer<typeof Source>

export const Update = z.object({
  version: z.string(),
  released_on: z.iso.date(),
  /** True if the running version lacks a security fix. */
  is_security_update: z.boolean(),
  changelog_url: z.nullable(z.string()),
})
export type Update = z.infer<typeof Update>

const OutdatedCollation = z.object({
  /** "the database hurd" or "the collation en-x-icu". */
  name: z.string(),
  stored: z.string(),
  library: z.string(),
  /** The SQL statement that stores the library's version, after the indexes were rebuilt. */
  refresh: z.string(),
})

export const Operation = z.object({
  /** The version in the format of Semantic Versioning, such as `1.2.0+3f2a1b9c0d4e`. */
  version: z.string(),
  /** The newest release, if it is newer than the running one. Null without UPDATE_FEED_URL. */
  update: z.nullable(Update),
  database_bytes: z.number(),
  /** The collations whose library was updated after the indexes of the database were built. Empty if all is well. */
  outdated_collations: z.array(OutdatedCollation),
  /** The newest backup that the command `backup` made, or null if there was none within a year. */
  backup: z.nullable(Backup),
  /** False if no mail server is configured so that emails stay in the outbox. */
  delivers_mail: z.boolean(),
  /** True if the caller gets the weekly email with what happened and what waits. */
  gets_weekly_email: z.boolean(),
  /** The caller's newest test email of the last 30 days. */
  test_email: z.nullable(TestEmail),
  /**
   * The public records that bills and people come from. Those that were not checked lately come first, then those with the
   * most records.
   */
  sources: z.array(Source),
  tasks: z.array(Task),
  /** For each queue, the number of seconds that its oldest due job has been waiting. 0 if no job is due. */
  queues: z.array(z.object({ queue: z.string(), seconds: z.number() })),
  /** The emails that failed and have not been sent since, newest first. */
  failed_emails: z.array(FailedEmail),
})
export type Operation = z.infer<typeof Operation>

export const getOperation = endpoint('GET /api/administration/operation', {
  access: 'active',
  input: {},
  output: { operation: Operation },
  refuses: administratorRefusals,
})

/** Queues a test email to the caller's own address. `test_email` of `getOperation` shows whether it was delivered. */
export const sendTestEmail = endpoint('POST /api/administration/test-email', {
  access: 'active',
  input: {},
  output: { test_email: TestEmail },
  refuses: administratorRefusals,
})

/** Turns the caller's weekly email on or off. */
export const setWeeklyEmail = endpoint('PUT /api/administration/weekly-email', {
  access: 'active',
  input: { gets_weekly_email: z.boolean() },
  output: { gets_weekly_email: z.boolean() },
  refuses: administratorRefusals,
})

/** Schedules an unsent email for delivery now and resets its number of attempts. */
export const retryFailedEmail = endpoint('POST /api/administration/emails/:email_id/retry', {
  access: 'active',
  input: { email_id: Id },
  output: { failed_emails: z.array(FailedEmail) },
  refuses: [...administratorRefusals, 'nothing_to_change'],
})

/** What is counted, in the order in which the screen and the file show it. */
export const measures = [
  'returning_members',
  'minds_changed',
  'comments_per_100_stances',
  'registrations',
  'active_members',
  'stances',
  'comments',
  'votes',
  'messages',
  'reports_opened',
  'reports_decided',
  'emails_delivered',
  'emails_failed',
] as const
export type Measure = (typeof measures)[number]

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The number of periods in one response. */
export const shownPeriods: Record<Period, number> = { day: 30, week: 26, month: 24 }

const count = z.number()

const PeriodCounts = z.object({
  /** The first day of the period. Days are in UTC, and weeks begin on Monday. */
  starts_on: z.iso.date(),
  /** The days of the period on which active members were recorded, which weigh its averages. */
  active_days: count,
  /**
   * Members who came back on a later day than that of their registration. For a week or a month, the average of its days. Null
   * if they were not recorded.
   */
  returning_members: z.nullable(count),
  /** How often a member credited a comment with a change of mind. */
  minds_changed: count,
  /** How many comments and posts were written for each 100 stances. Null without a stance in the period. */
  comments_per_100_stances: z.nullable(count),
  registrations: count,
  /**
   * Members who sent a request with a session, or registered. For a week or a month, the average of its days. Null if
   * they were not recorded.
   */
  active_members: z.nullable(count),
  /** Stances that were taken or changed. */
  stances: count,
  /** Comments on bills, and posts and comments in groups. */
  comments: count,
  /** Votes on comments. */
  votes: count,
  /** Messages to representatives. */
  messages: count,
  reports_opened: count,
  reports_decided: count,
  /** Emails that were written in the period and that the mail server has accepted, or null if they were not recorded. */
  emails_delivered: z.nullable(count),
  /** Emails that were written in the period and that could not be delivered. */
  emails_failed: z.nullable(count),
})
export type PeriodCounts = z.infer<typeof PeriodCounts>

export const Statistics = z.object({
  /** At most `shownPeriods`, the oldest first. The last one can be incomplete. */
  periods: z.array(PeriodCounts),
  /** When the newest of them was counted. Null if nothing has been counted yet. */
  counted_at: z.nullable(z.iso.datetime()),
  /** The value of `until` for the response before this one, or null if nothing was counted earlier. */
  earlier: z.nullable(z.iso.date()),
  /** The value of `until` for the response after this one, or null if this one is the newest. */
  later: z.nullable(z.iso.date()),
})
export type Statistics = z.infer<typeof Statistics>

/** Returns totals of the whole instance. Nothing is divided by place, bill or stance, so no small group can be seen. */
export const getStatistics = endpoint('GET /api/administration/statistics', {
  access: 'active',
  input: {
    by: z._default(z.enum(periods), 'day'),
    /** A day of the last period. Without it, the last period is the current one. */
    until: z.optional(dayInput()),
  },
  output: { statistics: Statistics },
  refuses: administratorRefusals,
})
