import { printVotes } from '#server/legislation/votes/operator.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  defineCommand,
  type OptionValues,
  UsageError,
} from '#server/platform/cli/command.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import { printReport } from '#server/platform/cli/importCommand.ts'
import { recordsRead, type ImportReport } from '#server/platform/cli/importReport.ts'
import { terminalBar } from '#server/platform/cli/progress.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { readerOf } from './readers.ts'
import { syncSource, type SourceName, type SyncKind, type SyncReport } from './run.ts'
import { openSource, realClock, type Clock, type SourceOptions } from './sourceClient.ts'
import { selectSources } from './status.ts'

const options = {
  source: { value: 'congress|openstates|legistar', about: 'The live source.', isRequired: true },
  since: {
    value: 'YYYY-MM-DD',
    about: 'Imports what changed since that day, instead of since the last sync.',
  },
  only: { value: 'CODE,CODE', about: 'Syncs only these states or Legistar clients.' },
} as const

const about = {
  bills: 'Imports bills that changed in a live source. An interrupted sync resumes where it stopped.',
  people: 'Imports the current officeholders from a live source.',
  votes: 'Imports roll calls that are new or changed in a live source, and links voters to representatives.',
}

/** Tests pass their own `clock` so that they do not have to wait. */
export function syncCommands(clock: Clock = realClock): Command[] {
  return (['bills', 'people', 'votes'] as const).map((what) =>
    defineCommand({
      words: ['sync', what],
      options,
      about: about[what],
      run: (_args, context, values) => syncCommand(what, values, context, clock),
    }),
  )
}

export const commands: Command[] = [
  ...syncCommands(),
  {
    words: ['status'],
    about: 'Shows the record count and last check of every source, and warns about stale ones.',
    audit: 'none',
    run: statusCommand,
  },
]

/** A page of bills with the votes of a large chamber takes longer than other pages. */
const voteLimits = { timeout: 20_000, bytes: 20 * 1024 * 1024 }

async function syncCommand(
  what: SyncKind,
  values: OptionValues<typeof options>,
  context: CommandContext,
  clock: Clock,
): Promise<SyncReport> {
  const { source, since, only } = readArguments(values)
  const limits = what === 'votes' ? voteLimits : {}
  const client = openSource(sourceOptions(source, context.env), clock, limits)
  const progress = progressOf(context)
  let report: SyncReport
  try {
    report = await syncSource(
      context.db,
      source,
      readerOf(what, source, client, only),
      { since, only },
      progress.show,
    )
  } finally {
    progress.stop()
  }
  if (report.resumed) {
    context.print(`Resumed the interrupted sync of changes since ${report.since.slice(0, 10)}`)
  }
  printReport(report, context)
  if (what === 'votes') printVotes(report, context)
  if (report.retired) context.print(`${report.retired} no longer in office: terms end today`)
  return report
}

function readArguments(values: OptionValues<typeof options>): {
  source: SourceName
  since: string | null
  only: string[]
} {
  const source = (['congress', 'openstates', 'legistar'] as const).find((name) => name === values.source)
  if (!source) throw new UsageError('Name a source: --source congress, openstates or legistar.')
  const since = values.since ?? null
  if (since !== null && !isDate(since)) {
    throw new UsageError(`--since must be a date such as 2026-01-31, not "${since}".`)
  }
  // An interrupted run resumes at a position in this list, so its order must not depend on the command.
  const codes = (values.only ?? '').toLowerCase().split(',').filter(Boolean)
  return { source, since: since && `${since}T00:00:00.000Z`, only: [...new Set(codes)].toSorted() }
}

function sourceOptions(source: SourceName, { sources }: Env): SourceOptions {
  const { url, key } = sources[source]
  const base = { base: url, headers: {}, query: {} }
  if (source === 'congress') {
    if (!key) {
      throw new CommandError('Congress.gov needs a key: set CONGRESS_API_KEY (get one at api.data.gov).')
    }
    // The pace stays below the limit of 5,000 requests an hour.
    return { ...base, name: 'Congress.gov', keyName: 'CONGRESS_API_KEY', query: { api_key: key }, pace: 750 }
  }
  if (source === 'openstates') {
    if (!key) {
      throw new CommandError('Open States needs a key: set OPENSTATES_API_KEY (get one at openstates.org).')
    }
    // The limit is ten requests a minute.
    const headers = { 'x-api-key': key }
    return { ...base, name: 'Open States', keyName: 'OPENSTATES_API_KEY', headers, pace: 6_100 }
  }
  const query: SourceOptions['query'] = key ? { token: key } : {}
  return { ...base, name: 'Legistar', keyName: 'LEGISTAR_API_KEY', query, pace: 500 }
}

/**
 * Shows a progress bar on a terminal. Otherwise prints a line per page on standard error so that --json prints one
 * document.
 */
function progressOf({ json }: CommandContext) {
  const bar = terminalBar('Syncing {bar} {value}/{total} | {records} records')
  bar?.start(1, 0, { records: 0 })
  return {
    show: (done: number, total: number | null, report: ImportReport) => {
      const records = recordsRead(report)
      bar?.setTotal(Math.max(total ?? done, 1))
      bar?.update(done, { records })
      if (!bar && !json) console.error(`${done}${total ? ` of ${total}` : ''}, ${records} records`)
    },
    stop: () => bar?.stop(),
  }
}

async function statusCommand(_args: string[], { db, print }: CommandContext) {
  const sources = await selectSources(db)
  if (sources.length === 0) print('Nothing has been imported yet.')
  for (const { name, records, last_checked_at, stale, unfinished, command } of sources) {
    const checked = last_checked_at ? `last checked ${last_checked_at.slice(0, 10)}` : 'never checked'
    const warning = `${stale ? `  STALE: run ${command}` : ''}${unfinished ? '  (a sync was interrupted)' : ''}`
    print(`${name.padEnd(36)} ${String(records).padStart(8)} records, ${checked}${warning}`)
  }
  return { sources: sources.map(({ command: _command, timer: _timer, ...source }) => source) }
}
