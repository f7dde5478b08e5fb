import { UsageError, type Command, type CommandContext, defineCommand } from '#server/platform/cli/command.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { listSources } from '#server/sources/files.ts'
import { sessionFormatList, sessionFormats, sessionRecords } from '#server/sources/sessions/sessionFiles.ts'
import { closeSessions, reportClosing, type SessionReport } from './closeSessions.ts'
import { importSessions, seedSessions } from './importSessions.ts'

export const sessionCommands: Command[] = [
  defineCommand({
    words: ['import', 'sessions'],
    usage: 'FILE…',
    options: {
      format: { value: sessionFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
    },
    about: 'Imports legislative sessions from JSON files or JSON lines.',
    async run(paths, context, { format }) {
      // The bundled sessions are loaded first so that the imported records are compared with them.
      await seedSessions(context.db)
      return importFromFiles(paths, format, context, {
        files: (names) => listSources(names, /\.(jsonl|ndjson|json)(\.gz)?$/i),
        kind: 'JSON file',
        formats: sessionFormats,
        formatList: sessionFormatList,
        importAll: (files, known, { onBytes, onReport }) =>
          importSessions(context.db, sessionRecords(files, known, onBytes), onReport),
      })
    },
  }),
  defineCommand({
    words: ['sessions', 'list'],
    options: { 'ended-unclosed': { about: 'Lists only sessions past their last day.' } },
    about: 'Lists sessions with open bills, or only those past their last day, and why each of them waits.',
    audit: 'none',
    async run(_args, { db, print }, options) {
      await seedSessions(db)
      const on = await todayOf(db)
      const all = await reportClosing(db, on)
      const isPast = ({ last_day_for_bills }: SessionReport) =>
        last_day_for_bills === null || last_day_for_bills < on
      const sessions = options['ended-unclosed']
        ? all.filter((session) => session.open_bills > 0 && isPast(session))
        : all
      printSessions(sessions, print)
      return { sessions }
    },
  }),
  defineCommand({
    words: ['sessions', 'close'],
    options: {
      'dry-run': { about: 'Shows what would end, and changes nothing.' },
      on: { value: 'YYYY-MM-DD', about: 'Shows what would end on that day. Needs --dry-run.' },
    },
    about: 'Ends the open bills of sessions that are over, as the daily job does, or shows what it would do.',
    async run(_args, { db, print }, { 'dry-run': isDryRun, on }) {
      if (on !== undefined && !isDryRun) throw new UsageError('--on needs --dry-run.')
      if (on !== undefined && !isDate(on)) throw new UsageError(`"${on}" is not a date like 2026-12-31.`)
      await seedSessions(db)
      if (isDryRun) {
        const sessions = await reportClosing(db, on ?? (await todayOf(db)))
        printSessions(sessions, print)
        return { sessions }
      }
      const closing = await closeSessions(db)
      print(
        `${countedNoun(closing.ended, 'bill')} of ${countedNoun(closing.sessions, 'session')} ended, ${closing.revived} revived`,
      )
      return closing
    },
  }),
]

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
