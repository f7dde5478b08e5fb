import * as z from 'zod/mini'
import { endpoint, Id, Time } from '../kit/endpoint.ts'
import { administratorRefusals } from './administration.ts'

/** Failed emails that the screen shows. */
export const maxFailedEmails = 20

const Backup = z.object({ taken_at: Time, finished_at: Time, bytes: z.number(), rows: z.number() })

const Task = z.object({
  name: z.string(),
  every_seconds: z.number(),
  /** The end of the last complete round; null before the first. */
  finished_at: z.nullable(Time),
  next_at: Time,
  /** Failures since it last succeeded. */
  failures: z.number(),
  /** Why it failed last; null once it has succeeded. */
  last_error: z.nullable(z.string()),
})
export type Task = z.infer<typeof Task>

const FailedEmail = z.object({
  email_id: Id,
  purpose: z.string(),
  /** `pending`: it will be tried again. */
  state: z.enum(['pending', 'dead']),
  attempts: z.number(),
  created_at: Time,
  last_error: z.nullable(z.string()),
  /** False once its text is erased. */
  can_retry: z.boolean(),
})
export type FailedEmail = z.infer<typeof FailedEmail>

export const TestEmail = z.object({
  state: z.enum(['pending', 'sent', 'dead']),
  created_at: Time,
  last_error: z.nullable(z.string()),
})
export type TestEmail = z.infer<typeof TestEmail>

export const Operation = z.object({
  /** In the form of Semantic Versioning: `1.2.0+3f2a1b9c0d4e`. */
  version: z.string(),
  database_bytes: z.number(),
  /** The newest backup by the command `backup`; null if there was none within a year. */
  backup: z.nullable(Backup),
  /** False: no mail server is set, and emails stay in the outbox. */
  delivers_mail: z.boolean(),
  /** The caller's newest test email of the last 30 days. */
  test_email: z.nullable(TestEmail),
  tasks: z.array(Task),
  /** For how many seconds the oldest due job of each queue has been waiting; 0 if none is due. */
  queues: z.array(z.object({ queue: z.string(), seconds: z.number() })),
  /** Emails whose delivery has failed and that were not sent since, the newest first. */
  failed_emails: z.array(FailedEmail),
})
export type Operation = z.infer<typeof Operation>

export const getOperation = endpoint('GET /api/administration/operation', {
  access: 'active',
  input: {},
  output: { operation: Operation },
  refuses: administratorRefusals,
})

/** Queues a test email to the caller's own address. Its outcome is `test_email` of `getOperation`. */
export const sendTestEmail = endpoint('POST /api/administration/test-email', {
  access: 'active',
  input: {},
  output: { test_email: TestEmail },
  refuses: administratorRefusals,
})

/** Makes an email that was not sent due now, with all of its attempts again. */
export const retryFailedEmail = endpoint('POST /api/administration/emails/:email_id/retry', {
  access: 'active',
  input: { email_id: Id },
  output: { failed_emails: z.array(FailedEmail) },
  refuses: [...administratorRefusals, 'nothing_to_change'],
})
