import { CommandError, UsageError, type Command, type CommandContext } from '../cli/command.ts'
import { isDate } from '../cli/commandWords.ts'
import { printReport, terminalBar } from '../cli/importCommand.ts'
import { recordsRead, type ImportReport } from '../cli/importReport.ts'
import type { Env } from '../kit/env.ts'
import { congressBills, congressPeople } from './congress.ts'
import { legistarAreas, legistarBills, legistarPeople } from './legistar.ts'
import { openStatesAreas, openStatesBills, openStatesPeople } from './openstates.ts'
import { openSource, realClock, type Clock, type Manners, type Source } from './polite.ts'
import { syncSource, type Reader, type SourceName, type SyncKind, type SyncReport } from './run.ts'
import { selectSources } from './status.ts'

const usage = '--source congress|openstates|legistar [--since YYYY-MM-DD] [--only CODE,CODE]'

export const commands: Command[] = [
  {
    words: ['sync', 'bills'],
    usage,
    about: 'Takes in the bills that changed in a live source; cut off, it goes on where it was.',
    run: (args, context) => syncCommand('bills', args, context),
  },
  {
    words: ['sync', 'people'],
    usage,
    about: 'Takes in who holds which office today from a live source.',
    run: (args, context) => syncCommand('people', args, context),
  },
  {
    words: ['status'],
    usage: '',
    about: 'Shows what every source has given and when it was last checked, and warns of old ones.',
    audit: 'none',
    run: statusCommand,
  },
]

/** `clock` is another in tests, which wait for nobody. */
export async function syncCommand(
  what: SyncKind,
  args: string[],
  context: CommandContext,
  clock: Clock = realClock,
): Promise<SyncReport> {
  const { source, since, only } = readArguments(args)
  const asked = openSource(mannersOf(source, context.env), clock)
  const progress = progressOf(context)
  let report: SyncReport
  try {
    report = await syncSource(
      context.db,
      source,
      readerOf(what, source, asked, only),
      { since },
      progress.show,
    )
  } finally {
    progress.stop()
  }
  if (report.resumed) context.print(`Went on with the run for changes since ${report.since.slice(0, 10)}`)
  printReport(report, context)
  if (report.retired) context.print(`${report.retired} no longer in office: their terms end today`)
  return report
}

function readArguments(args: readonly string[]): {
  source: SourceName
  since: string | null
  only: string[]
} {
  const rest = args.flatMap((arg) => {
    const [, name, value] = /^(--[a-z]+)=(.*)$/s.exec(arg) ?? []
    return name === undefined ? [arg] : [name, value ?? '']
  })
  const given = new Map<string, string>()
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', value = ''] = [rest[at], rest[at + 1]]
    if (!['--source', '--since', '--only'].includes(name)) throw new UsageError(`There is no option ${name}.`)
    given.set(name, value)
  }
  const source = (['congress', 'openstates', 'legistar'] as const).find(
    (one) => one === given.get('--source'),
  )
  if (!source) throw new UsageError('Name a source: --source congress, openstates or legistar.')
  const since = given.get('--since') ?? null
  if (since !== null && !isDate(since)) {
    throw new UsageError(`--since must be a day such as 2026-01-31, not "${since}".`)
  }
  const only = (given.get('--only') ?? '').toLowerCase().split(',').filter(Boolean)
  return { source, since: since && `${since}T00:00:00.000Z`, only }
}

function mannersOf(source: SourceName, { sources }: Env): Manners {
  const { url, key } = sources[source]
  const base = { base: url, headers: {}, query: {} }
  if (source === 'congress') {
    if (!key) {
      throw new CommandError('Congress.gov needs a key: set CONGRESS_API_KEY (api.data.gov gives them).')
    }
    // 5,000 requests an hour.
    return { ...base, name: 'Congress.gov', keyName: 'CONGRESS_API_KEY', query: { api_key: key }, pace: 750 }
  }
  if (source === 'openstates') {
    if (!key) {
      throw new CommandError('Open States needs a key: set OPENSTATES_API_KEY (openstates.org gives them).')
    }
    // Ten requests a minute.
    const headers = { 'x-api-key': key }
    return { ...base, name: 'Open States', keyName: 'OPENSTATES_API_KEY', headers, pace: 6_100 }
  }
  const query: Manners['query'] = key ? { token: key } : {}
  return { ...base, name: 'Legistar', keyName: 'LEGISTAR_API_KEY', query, pace: 500 }
}

function readerOf(what: SyncKind, source: SourceName, asked: Source, only: readonly string[]): Reader {
  if (source === 'congress') {
    if (only.length > 0) {
      throw new UsageError('--only is for the states of openstates and the cities of legistar.')
    }
    return what === 'bills'
      ? { kind: 'bills', pages: (since, place) => congressBills(asked, since, place) }
      : { kind: 'people', pages: () => congressPeople(asked) }
  }
  if (source === 'openstates') {
    const areas = only.length > 0 ? only : openStatesAreas
    const unknown = areas.find((one) => !openStatesAreas.includes(one))
    if (unknown !== undefined) throw new UsageError(`"${unknown}" is not the postal code of a state.`)
    return what === 'bills'
      ? { kind: 'bills', pages: (since, place) => openStatesBills(asked, since, place, areas) }
      : { kind: 'people', pages: (place) => openStatesPeople(asked, place, areas) }
  }
  const areas = only.length > 0 ? only : legistarAreas
  const odd = areas.find((one) => !/^[a-z]{2,30}$/.test(one))
  if (odd !== undefined) throw new UsageError(`"${odd}" is not the name of a Legistar client.`)
  return what === 'bills'
    ? { kind: 'bills', pages: (since, place) => legistarBills(asked, since, place, areas) }
    : { kind: 'people', pages: () => legistarPeople(asked, only) }
}

/** A bar on a terminal; elsewhere a line a page, on standard error, so that --json stays one document. */
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

async function statusCommand(args: string[], { db, print }: CommandContext) {
  if (args.length > 0) throw new UsageError(`status takes no ${args.join(' ')}.`)
  const sources = await selectSources(db)
  if (sources.length === 0) print('No source has given anything yet.')
  for (const { name, records, last_checked_at, stale, unfinished } of sources) {
    const checked = last_checked_at ? `last checked ${last_checked_at.slice(0, 10)}` : 'never checked'
    const warning = `${stale ? '  OLD: run hurd sync or import a newer record' : ''}${unfinished ? '  (a sync was cut off)' : ''}`
    print(`${name.padEnd(36)} ${String(records).padStart(8)} records, ${checked}${warning}`)
  }
  return { sources }
}
