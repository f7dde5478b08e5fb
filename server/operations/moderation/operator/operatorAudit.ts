import {
  type AuditEntry,
  forgetAudit,
  selectAudit,
  selectByUsername,
} from '#server/operations/moderation/queries.ts'
import {
  type Command,
  CommandError,
  defineCommand,
  type OptionValues,
  UsageError,
} from '#server/platform/cli/command.ts'
import { readCount, readTime } from '#server/platform/cli/commandWords.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { hashSubject, recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'

const defaultLimit = 1_000
const maxLimit = 100_000
const minRetentionDays = 365

const listOptions = {
  since: { value: 'DATE', about: 'Lists only records since that day.' },
  user: { value: 'USERNAME', about: 'Lists only records about this member.' },
  subject: { value: 'TEXT', about: 'Finds an email or a network by its keyed hash.' },
  limit: { value: 'N', about: `How many records. Defaults to ${defaultLimit}.` },
}

export const auditCommands: Command[] = [
  defineCommand({
    words: ['audit', 'list'],
    options: listOptions,
    about: `Lists the last ${defaultLimit} security records, or the last --limit.`,
    audit: 'none',
    async run(_args, { db, print }, options) {
      const filter = readList(options)
      const records = await selectAudit(db, { ...filter, ...(await resolveSubject(db, filter)) })
      for (const record of records) print(describe(record))
      if (records.length === 0) print('No records.')
      return { records }
    },
  }),
  defineCommand({
    words: ['audit', 'forget'],
    options: { before: { value: 'DATE', about: 'Deletes records from before that day.', isRequired: true } },
    about: `Deletes records from before a date. Records of the last ${minRetentionDays} days cannot be deleted.`,
    audit: 'own',
    async run(_args, { db, print, operator }, options) {
      const before = readBefore(options.before)
      const forgotten = await db.begin(async (tx) => {
        const count = await forgetAudit(tx, before)
        await recordAction(tx, {
          action: 'audit_records_deleted',
          operator,
          detail: { before, records: count },
        })
        return count
      })
      print(`${countedNoun(forgotten, 'record')} from before ${before.slice(0, 10)} deleted.`)
      return { forgotten, before }
    },
  }),
]

function readList(values: OptionValues<typeof listOptions>) {
  return {
    since: values.since === undefined ? null : readTime('--since', values.since),
    username: values.user?.replace(/^@/, '') ?? null,
    subject: values.subject ?? null,
    limit: readCount('--limit', values.limit ?? String(defaultLimit), maxLimit),
  }
}

function readBefore(day: string | undefined): string {
  if (day === undefined) throw new UsageError('audit forget requires --before DATE.')
  const before = readTime('--before', day)
  if (Date.parse(before) > Date.now() - minRetentionDays * 86_400_000) {
    throw new CommandError(`Records of the last ${minRetentionDays} days are kept.`)
  }
  return before
}

async function resolveSubject(
  db: Db,
  { username, subject }: { username: string | null; subject: string | null },
) {
  const member = username === null ? null : await selectByUsername(db, username)
  if (member === undefined) throw new CommandError(`There is no member @${username}.`)
  return {
    user_id: member?.user_id ?? null,
    subject:
      subject === null
        ? null
        : await hashSubject(db, networkOf(subject.trim().toLowerCase().replace(/\/64$/, ''))),
  }
}

function describe({ created_at, action, user_id, subject, operator, detail }: AuditEntry): string {
  const facts = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`)
  const who = user_id ? `member ${user_id}` : subject ? `subject ${subject.slice(0, 16)}` : ''
  return [created_at, action, who, operator ? `by ${operator}` : '', ...facts].filter(Boolean).join('  ')
}
