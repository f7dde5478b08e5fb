import { UsageError, type Command, type CommandContext } from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import { listSources } from '#server/sources/files.ts'
import {
  isSessionFormat,
  sessionFormatList,
  sessionFormats,
  sessionRecords,
} from '#server/sources/sessions/sessionFiles.ts'
import { closeSessions, reportClosing, type SessionReport } from './closeSessions.ts'
import { importSessions, seedSessions } from './importSessions.ts'

export const sessionCommands: Command[] = [
  {
    words: ['import', 'sessions'],
    usage: `FILE… [--format ${sessionFormats.join('|')}]`,
    about: 'Imports legislative sessions from JSON files or JSON lines.',
    run: importSessionsCommand,
  },
  {
    words: ['sessions', 'list'],
    usage: '[--ended-unclosed]',
    about: 'Lists sessions with open bills, or only those past their last day, and why each of them waits.',
    audit: 'none',
    run: listCommand,
  },
  {
    words: ['sessions', 'close'],
    usage: '[--dry-run [--on YYYY-MM-DD]]',
    about: 'Ends the open bills of sessions that are over, as the daily job does, or shows what it would do.',
    run: closeCommand,
  },
]

async function importSessionsCommand(args: string[], context: CommandContext) {
  // The bundled sessions are loaded first, so that the imported records are compared with them.
  await seedSessions(context.db)
  return importFromFiles(args, context, {
    files: (paths) => listSources(paths, /\.(jsonl|ndjson|json)(\.gz)?$/i),
    kind: 'JSON file',
    isFormat: isSessionFormat,
    formatList: sessionFormatList,
    importAll: (files, format, { onBytes, onReport }) =>
      importSessions(context.db, sessionRecords(files, format, onBytes), onReport),
  })
}

async function listCommand(args: string[], { db, print }: CommandContext) {
  const onlyEnded = args.includes('--ended-unclosed')
  refuseOthers(args, ['--ended-unclosed'])
  await seedSessions(db)
  const on = await todayOf(db)
  const all = await reportClosing(db, on)
  const isPast = ({ last_day_for_bills }: SessionReport) =>
    last_day_for_bills === null || last_day_for_bills < on
  const sessions = onlyEnded ? all.filter((session) => session.open_bills > 0 && isPast(session)) : all
  printSessions(sessions, print)
  return { sessions }
}

async function closeCommand(args: string[], { db, print }: CommandContext) {
  const { isDryRun, on } = readOptions(args)
  await seedSessions(db)
  if (isDryRun) {
    const sessions = await reportClosing(db, on ?? (await todayOf(db)))
    printSessions(sessions, print)
    return { sessions }
  }
  const closing = await closeSessions(db)
  print(`${closing.ended} bills of ${closing.sessions} sessions ended, ${closing.revived} revived`)
  return closing
}

function readOptions(args: readonly string[]): { isDryRun: boolean; on: string | null } {
  const isDryRun = args.includes('--dry-run')
  const index = args.indexOf('--on')
  const on = index === -1 ? null : (args[index + 1] ?? '')
  refuseOthers(
    args.filter((_, at) => index === -1 || (at !== index && at !== index + 1)),
    ['--dry-run'],
  )
  if (on !== null && !isDryRun) throw new UsageError('--on needs --dry-run.')
  if (on !== null && !isDay(on)) throw new UsageError(`"${on}" is not a date like 2026-12-31.`)
  return { isDryRun, on }
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function refuseOthers(args: readonly string[], known: readonly string[]): void {
  const other = args.find((word) => !known.includes(word))
  if (other) throw new UsageError(`There is no option ${other}.`)
}

async function todayOf(db: CommandContext['db']): Promise<string> {
  const [clock] = await db<{ today: string }[]>`select current_date::text as today`
  return clock?.today ?? ''
}

function printSessions(sessions: readonly SessionReport[], print: CommandContext['print']): void {
  if (sessions.length === 0) print('No sessions.')
  for (const { jurisdiction, identifier, open_bills, would_end, reason } of sessions) {
    const place = jurisdiction.replace(/^ocd-division\/country:/, '').replace(/^us\/[a-z]+:/, '')
    print(`${place} ${identifier}: ${open_bills} open, ${would_end} ended by the session. ${reason}`)
  }
}
