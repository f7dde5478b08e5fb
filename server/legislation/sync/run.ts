import { importBills } from '#server/legislation/bills/import/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { importVotes, type VoteLinks } from '#server/legislation/votes/import.ts'
import { addReport, emptyReport, secondsSince, type ImportReport } from '#server/platform/cli/importReport.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { sourceFamily } from '#server/sources/bills/importedBill.ts'
import type { BillPage, PeoplePage, Position, VotePage } from './pages.ts'

export type SourceName = 'congress' | 'openstates' | 'legistar'
export type SyncKind = 'bills' | 'people' | 'votes'

/** The numbers that only a sync of people or of votes reports. */
type KindCounts = Partial<VoteLinks> & {
  /** The number of people who are no longer in the rosters. */
  retired?: number
}
const kindCounts = ['retired', 'linked', 'unlinked', 'incomplete', 'merged'] as const

export type SyncReport = ImportReport &
  KindCounts & {
    source: SourceName
    /** The run requested the records changed since this time (ISO 8601). */
    since: string
    /** True if this run resumed an interrupted one. */
    resumed: boolean
  }

/** Reads a source from a position. Every page is stored before the next is requested. */
export type Reader =
  | {
      kind: 'bills'
      pages: (since: string, position: Position) => AsyncIterable<BillPage>
      /** The OCD divisions whose bills a run reads completely. */
      jurisdictions: readonly string[]
    }
  | { kind: 'people'; pages: (position: Position) => AsyncIterable<PeoplePage> }
  | { kind: 'votes'; pages: (since: string, position: Position) => AsyncIterable<VotePage> }

export type Progress = (done: number, total: number | null, report: ImportReport) => void

/** How far a run has read. */
type Cursor = { startedAt: string; position: Position }
type RunState = Cursor & { since: string }
/** The records that a run reads. `areas` has the codes of the only places, and is empty if it reads the whole source. */
type Part = { source: SourceName; what: SyncKind; areas: readonly string[] }
type SyncOptions = {
  /** ISO 8601 date or time. Null means since the last finished run. */
  since: string | null
  /** The codes of the only places that the run reads, sorted. */
  only?: readonly string[]
}

/** The number of days of changes that a first run reads if no date is given. */
const firstDays = 30
/** Sources date changes by the day and publish late, so runs overlap by this many days. */
const overlapDays = 2

/**
 * Reads a live source page by page and imports each page immediately. After an interruption, the next run resumes at
 * the unfinished page. A run with a different date starts over, and each selection of places has a run of its own.
 */
export async function syncSource(
  db: Pool,
  source: SourceName,
  reader: Reader,
  options: SyncOptions,
  onProgress: Progress = () => {},
): Promise<SyncReport> {
  const started = performance.now()
  const part: Part = { source, what: reader.kind, areas: options.only ?? [] }
  const { state, resumed } = await beginRun(db, part, options.since)
  const report: SyncReport = { ...emptyReport(), source, since: state.since, resumed }
  const saveProgress = async (
    page: BillPage | PeoplePage | VotePage,
    imported: ImportReport & KindCounts,
  ) => {
    addReport(report, imported)
    for (const name of kindCounts) {
      if (imported[name] !== undefined) report[name] = (report[name] ?? 0) + imported[name]
    }
    await saveCursor(db, part, page.next && { ...state, position: page.next })
    onProgress(page.done, page.total, report)
  }
  if (reader.kind === 'bills') {
    for await (const page of reader.pages(state.since, state.position)) {
      await saveProgress(page, await importBills(db, eachOf(page.readings)))
    }
  } else if (reader.kind === 'people') {
    for await (const page of reader.pages(state.position)) {
      await saveProgress(page, await importPeople(db, eachOf(page.readings)))
    }
  } else {
    for await (const page of reader.pages(state.since, state.position)) {
      await saveProgress(page, await importVotes(db, eachOf(page.readings)))
    }
  }
  await endRun(db, part, state)
  if (reader.kind === 'bills') await recordChecks(db, source, state, reader.jurisdictions)
  report.seconds = secondsSince(started)
  return report
}

// oxlint-disable-next-line require-await -- the imports expect asynchronous records, as files yield them
async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function beginRun(
  db: Pool,
  { source, what, areas }: Part,
  requestedSince: string | null,
): Promise<{ state: RunState; resumed: boolean }> {
  const [row] = await db<{ now: string; begin: string; since: string | null; cursor: Cursor | null }[]>`
    select now(), since, cursor,
           coalesce(${requestedSince}::timestamptz,
                    last_sync(${source}, ${what}, ${areas}::text[]) - make_interval(days => ${overlapDays}),
                    date_trunc('day', now()) - make_interval(days => ${firstDays})) as begin
      from (select 1) one
      left join source_syncs on source = ${source} and what = ${what} and areas = ${areas}::text[]`
  const { now, begin, since, cursor } = row!
  if (since && cursor && (requestedSince === null || begin === since)) {
    return { state: { since, ...cursor }, resumed: true }
  }
  return { state: { since: begin, startedAt: now, position: {} }, resumed: false }
}

async function saveCursor(db: Pool, { source, what, areas }: Part, state: RunState | null): Promise<void> {
  const since = state?.since ?? null
  const cursor = state && db.json({ startedAt: state.startedAt, position: state.position })
  await db`
    insert into source_syncs (source, what, areas, since, cursor)
    values (${source}, ${what}, ${areas}, ${since}, ${cursor})
    on conflict (source, what, areas) do update set since = excluded.since, cursor = excluded.cursor`
}

/**
 * Ends a run. If it requested only what changed after the last finished run, the time between them was not read, so the next
 * run still begins at the one before. People are always read completely.
 */
async function endRun(
  db: Pool,
  { source, what, areas }: Part,
  { since, startedAt }: RunState,
): Promise<void> {
  await db`
    insert into source_syncs as existing (source, what, areas, synced_at)
    select ${source}, ${what}, ${areas}::text[],
           case when ${what} = 'people' or last_read_at is null or ${since}::timestamptz <= last_read_at
                then ${startedAt}::timestamptz end
      from last_sync(${source}, ${what}, ${areas}::text[]) last_read_at
    on conflict (source, what, areas) do update
       set since = null, cursor = null, synced_at = coalesce(excluded.synced_at, existing.synced_at)`
}

/** Any source name of the family that a live source keeps up to date. */
const sourceNames: Readonly<Record<SourceName, string>> = {
  congress: 'Congress.gov',
  openstates: 'Open States',
  legistar: 'Legistar',
}

/**
 * Records that all bills of these places were checked: what has changed since `since` was read, and nothing else has
 * changed. A run that begins after the end of the period before leaves a gap, so the period starts again.
 */
async function recordChecks(
  db: Pool,
  source: SourceName,
  { since, startedAt }: RunState,
  jurisdictions: readonly string[],
): Promise<void> {
  await db`
    insert into source_checks as existing (source_family, jurisdiction, covered_from, checked_at)
    select ${sourceFamily(sourceNames[source])}, jurisdiction, least(${since}::timestamptz, ${startedAt}), ${startedAt}
      from unnest(${[...new Set(jurisdictions)]}::text[]) jurisdiction
    on conflict (source_family, jurisdiction) do update
       set covered_from = case when excluded.covered_from <= existing.checked_at
                               then least(existing.covered_from, excluded.covered_from)
                               else excluded.covered_from end,
           checked_at = greatest(existing.checked_at, excluded.checked_at)`
}
