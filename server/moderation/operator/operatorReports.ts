import { type Command, CommandError, UsageError } from '../../cli/command.ts'
import { readCount, readOptions, readUuid } from '../../cli/commandWords.ts'
import { recordAction } from '../../kit/audit.ts'
import { type ListedReport, resolveReport, selectReports } from '../queries.ts'

const listed = 1_000
const mostListed = 100_000
const noteMax = 1_000

export const reportCommands: Command[] = [
  {
    words: ['reports', 'list'],
    usage: '[--open] [--limit N]',
    about: `Lists what members have reported, the newest first (${listed} unless told); --open: what waits.`,
    async run(args, { db, print }) {
      const { open, limit } = readList(args)
      const reports = await selectReports(db, open, limit)
      for (const one of reports) print(describe(one))
      if (reports.length === 0) print(open ? 'Nothing waits.' : 'No reports.')
      return { reports }
    },
  },
  {
    words: ['reports', 'resolve'],
    usage: 'ID [--note TEXT]',
    about: 'Marks a report as dealt with, with a note for the other operators.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const { id, note } = readResolve(args)
      await db.begin(async (tx) => {
        const result = await resolveReport(tx, id, { by: operator, note })
        if (result === 'unknown') throw new CommandError(`There is no report ${id}.`)
        if (result === 'was_resolved') throw new CommandError(`The report ${id} is resolved already.`)
        await recordAction(tx, { act: 'report_resolved', operator, detail: { report_id: id } })
      })
      print(`${id} is resolved.`)
      return { report_id: id, state: 'resolved' }
    },
  },
]

function describe(one: ListedReport): string {
  const from = one.is_flag
    ? 'seen by Hurd'
    : one.reporter_id === null
      ? 'from a former member'
      : 'from a member'
  const about = `${one.target_type} ${one.target_id}`
  const words = one.details?.replace(/\s+/g, ' ')
  const copy = one.reported_text && `reported: "${one.reported_text.replace(/\s+/g, ' ')}"`
  const author =
    one.reported_hash && `its author deleted their account (mailbox ${one.reported_hash.slice(0, 12)})`
  return [
    one.report_id,
    one.created_at.slice(0, 16).replace('T', ' '),
    one.state,
    about,
    one.reason,
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
    throw new UsageError('reports list takes --open and --limit.')
  }
  return {
    open: values.open ?? false,
    limit: readCount('--limit', values.limit ?? String(listed), mostListed),
  }
}

function readResolve(args: string[]): { id: string; note: string | null } {
  const { values, positionals } = parse(args)
  if (values.open !== undefined || values.limit !== undefined) {
    throw new UsageError('reports resolve takes --note only.')
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
