import {
  type AuditEntry,
  forgetAudit,
  selectAudit,
  selectByUsername,
} from '#server/operations/moderation/queries.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { readCount, readOptions, readTime } from '#server/platform/cli/commandWords.ts'
import { hashSubject, recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const defaultLimit = 1_000
const maxLimit = 100_000
const minKeptDays = 365

export const auditCommands: Command[] = [
  {
    words: ['audit', 'list'],
    usage: '[--since DATE] [--user USERNAME] [--subject TEXT] [--limit N]',
    about: `Lists the last ${defaultLimit} security records, or the last --limit. --subject finds an email or a network by its keyed hash.`,
    audit: 'none',
    async run(args, { db, print }) {
      const filter = readList(args)
      const records = await selectAudit(db, { ...filter, ...(await resolveSubject(db, filter)) })
      for (const record of records) print(describe(record))
      if (records.length === 0) print('No records.')
      return { records }
    },
  },
  {
    words: ['audit', 'forget'],
    usage: '--before DATE',
    about: `Deletes records from before a date. Records of the last ${minKeptDays} days cannot be deleted.`,
    audit: 'own',
    async run(args, { db, print, operator }) {
      const before = readBefore(args)
      const forgotten = await db.begin(async (tx) => {
        const count = await forgetAudit(tx, before)
        await recordAction(tx, {
          action: 'audit_records_deleted',
          operator,
          detail: { before, records: count },
        })
        return count
      })
      print(`${forgotten} records from before ${before.slice(0, 10)} were deleted.`)
      return { forgotten, before }
    },
  },
]

function readList(args: string[]) {
  const { values } = parse(args)
  if (values.before !== undefined) throw new UsageError('audit list accepts --since, not --before.')
  return {
    since: values.since === undefined ? null : readTime('--since', values.since),
    username: values.user?.replace(/^@/, '') ?? null,
    subject: values.subject ?? null,
    limit: readCount('--limit', values.limit ?? String(defaultLimit), maxLimit),
  }
}

function readBefore(args: string[]): string {
  const { values } = parse(args)
  const others = [values.since, values.user, values.subject, values.limit]
  if (values.before === undefined || others.some((value) => value !== undefined)) {
    throw new UsageError('audit forget requires --before DATE.')
  }
  const before = readTime('--before', values.before)
  if (Date.parse(before) > Date.now() - minKeptDays * 86_400_000) {
    throw new CommandError(`Records of the last ${minKeptDays} days are kept.`)
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
    subject: subject === null ? null : await hashSubject(db, subject.trim().toLowerCase()),
  }
}

function describe({ created_at, action, user_id, subject, operator, detail }: AuditEntry): string {
  const facts = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`)
  const who = user_id ? `member ${user_id}` : subject ? `subject ${subject.slice(0, 16)}` : ''
  return [created_at, action, who, operator ? `by ${operator}` : '', ...facts].filter(Boolean).join('  ')
}

function parse(args: string[]) {
  const option = { type: 'string' } as const
  const options = { since: option, before: option, user: option, subject: option, limit: option }
  return readOptions({ args, options })
}
