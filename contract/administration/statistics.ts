import * as z from 'zod/mini'
import { endpoint } from '#contract/kit/endpoint.ts'
import { dayInput } from '#contract/kit/timeInput.ts'
import { administratorRefusals } from './administration.ts'

/** What is counted, in the order in which the screen and the file show it. */
export const measures = [
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

/** The number of periods in one answer. */
export const shownPeriods: Record<Period, number> = { day: 30, week: 26, month: 24 }

const count = z.number()

const PeriodCounts = z.object({
  /** The first day of the period. Days are in UTC, and weeks begin on Monday. */
  starts_on: z.iso.date(),
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
  /** Emails that were written in the period and that the mail server has accepted. Null if they were not recorded. */
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
  /** The value of `until` for the answer before this one. Null if nothing was counted earlier. */
  earlier: z.nullable(z.iso.date()),
  /** The value of `until` for the answer after this one. Null if this one is the newest. */
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
