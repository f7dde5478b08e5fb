import { type ListedReport, resolveReport, selectReports } from '#server/operations/moderation/queries.ts'
import { type Command, CommandError, defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { readCount, readUuid } from '#server/platform/cli/commandWords.ts'
import { recordAction } from '#server/platform/limits/audit.ts'

const defaultLimit = 1_000
const maxLimit = 100_000
const noteMax = 1_000

export const reportCommands: Command[] = [
  defineCommand({
    words: ['reports', 'list'],
    options: {
      open: { about: 'Lists only unresolved reports.' },
      limit: { value: 'N', about: `How many reports. Defaults to ${defaultLimit}.` },
    },
    about: `Lists reports, the newest first, ${defaultLimit} or --limit of them.`,
    async run(_args, { db, print }, { open, limit = String(defaultLimit) }) {
      const reports = await selectReports(db, open, readCount('--limit', limit, maxLimit))
      for (const report of reports) print(describe(report))
      if (reports.length === 0) print(open ? 'No open reports.' : 'No reports.')
      return { reports }
    },
  }),
  defineCommand({
    words: ['reports', 'resolve'],
    usage: 'ID',
    options: { note: { value: 'TEXT', about: 'A note for the other operators.' } },
    about: 'Marks a report as resolved, with a note for the other operators.',
    audit: 'own',
    async run(args, { db, print, operator }, options) {
      const id = readUuid('reports resolve', 'report', args)
      const note = readNote(options.note)
      await db.begin(async (tx) => {
        const result = await resolveReport(tx, id, { by: operator, note })
        if (result === 'unknown') throw new CommandError(`There is no report ${id}.`)
        if (result === 'was_resolved') throw new CommandError(`The report ${id} is resolved already.`)
        await recordAction(tx, { action: 'report_resolved', operator, detail: { report_id: id } })
      })
      print(`${id} is resolved.`)
      return { report_id: id, state: 'resolved' }
    },
  }),
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

function readNote(text: string | undefined): string | null {
  const note = text?.trim() || null
  if (note && Array.from(note).length > noteMax) {
    throw new UsageError(`--note must be at most ${noteMax} characters.`)
  }
  return note
}
