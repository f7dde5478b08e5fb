import { type ListedReport, resolveReport, selectReports } from '#server/operations/moderation/queries.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { readCount, readOptions, readUuid } from '#server/platform/cli/commandWords.ts'
import { recordAction } from '#server/platform/limits/audit.ts'

const defaultLimit = 1_000
const maxLimit = 100_000
const noteMax = 1_000

export const reportCommands: Command[] = [
  {
    words: ['reports', 'list'],
    usage: '[--open] [--limit N]',
    about: `Lists reports, the newest first, ${defaultLimit} or --limit of them. --open lists only unresolved ones.`,
    async run(args, { db, print }) {
      const { open, limit } = readList(args)
      const reports = await selectReports(db, open, limit)
      for (const report of reports) print(describe(report))
      if (reports.length === 0) print(open ? 'No open reports.' : 'No reports.')
      return { reports }
    },
  },
  {
    words: ['reports', 'resolve'],
    usage: 'ID [--note TEXT]',
    about: 'Marks a report as resolved, with a note for the other operators.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const { id, note } = readResolve(args)
      await db.begin(async (tx) => {
        const result = await resolveReport(tx, id, { by: operator, note })
        if (result === 'unknown') throw new CommandError(`There is no report ${id}.`)
        if (result === 'was_resolved') throw new CommandError(`The report ${id} is resolved already.`)
        await recordAction(tx, { action: 'report_resolved', operator, detail: { report_id: id } })
      })
      print(`${id} is resolved.`)
      return { report_id: id, state: 'resolved' }
    },
  },
]

function describe(report: ListedReport): string {
  const from = report.is_automatic
    ? 'from Hurd'
    : report.reporter_id === null
      ? 'from a former member'
      : 'from a member'
  const about = `${report.target_type} ${report.target_id}`
  const words = report.details?.replace(/\s+/g, ' ')
  const copy = report.reported_text && `reported: "${report.reported_text.replace(/\s+/g, ' ')}"`
  const author =
    report.reported_hash && `its author deleted their account (mailbox ${report.reported_hash.slice(0, 12)})`
  return [
    report.report_id,
    report.created_at.slice(0, 16).replace('T', ' '),
    report.state,
    about,
    report.reason,
    from,
    words,
    copy,
    author,
  ]
    .filter(Boolean)
    .join('  ')
}

function readList(args: string[]): { open: boolean; limit: number } {
  const { values, positionals } = parse(args)
  if (positionals.length > 0 || values.note !== undefined) {
    throw new UsageError('reports list accepts only --open and --limit.')
  }
  return {
    open: values.open ?? false,
    limit: readCount('--limit', values.limit ?? String(defaultLimit), maxLimit),
  }
}

function readResolve(args: string[]): { id: string; note: string | null } {
  const { values, positionals } = parse(args)
  if (values.open !== undefined || values.limit !== undefined) {
    throw new UsageError('reports resolve accepts only --note.')
  }
  const note = values.note?.trim() || null
  if (note && Array.from(note).length > noteMax) {
    throw new UsageError(`--note must be at most ${noteMax} characters.`)
  }
  return { id: readUuid('reports resolve', 'report', positionals), note }
}

function parse(args: string[]) {
  const options = { open: { type: 'boolean' }, limit: { type: 'string' }, note: { type: 'string' } } as const
  return readOptions({ args, options, allowPositionals: true })
}
