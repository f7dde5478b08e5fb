import { importBills } from '../bills/import/import.ts'
import { emptyReport, secondsSince, type ImportReport } from '../cli/importReport.ts'
import type { Pool } from '../postgres/db.ts'
import { importPeople } from '../representatives/import.ts'
import type { BillPage, PeoplePage, Place } from './pages.ts'

export type SourceName = 'congress' | 'openstates' | 'legistar'
export type SyncKind = 'bills' | 'people'

export type SyncReport = ImportReport & {
  /** Only of people: whom the rosters no longer name. */
  retired?: number
  source: SourceName
  /** Since when records were asked for, ISO 8601. */
  since: string
  /** Whether the run went on from where an earlier one was cut off. */
  resumed: boolean
}

/** What a source gives from a place on; every page is kept before the next is asked for. */
export type Reader =
  | { kind: 'bills'; pages: (since: string, place: Place) => AsyncIterable<BillPage> }
  | { kind: 'people'; pages: (place: Place) => AsyncIterable<PeoplePage> }

export type Progress = (done: number, total: number | null, report: ImportReport) => void

type Held = { since: string; begun: string; place: Place }

/** Without a day that is asked for, and without an earlier run: what changed in so many days. */
const firstDays = 30
/** Sources date changes by the day and publish late: a run asks for somewhat more than what is new. */
const overlapDays = 2

/**
 * Reads a live source page by page and takes each page in at once. Cut off at any moment, the next run goes on from the
 * page that was not finished; a run for another day than the one that was cut off begins anew.
 * @param asked.since ISO 8601 day or moment; null: since the last finished run
 */
export async function syncSource(
  db: Pool,
  source: SourceName,
  reader: Reader,
  asked: { since: string | null },
  onProgress: Progress = () => {},
): Promise<SyncReport> {
  const started = performance.now()
  const { held, resumed } = await beginRun(db, source, reader.kind, asked.since)
  const report: SyncReport = { ...emptyReport(), source, since: held.since, resumed }
  const keep = async (page: BillPage | PeoplePage, part: ImportReport & { retired?: number }) => {
    for (const outcome of ['inserted', 'updated', 'unchanged', 'refused'] as const) {
      report[outcome] += part[outcome]
    }
    report.refusals.push(...part.refusals)
    report.notes.push(...part.notes)
    if (part.retired !== undefined) report.retired = (report.retired ?? 0) + part.retired
    await saveCursor(db, source, reader.kind, page.next && { ...held, place: page.next })
    onProgress(page.done, page.total, report)
  }
  if (reader.kind === 'bills') {
    for await (const page of reader.pages(held.since, held.place)) {
      await keep(page, await importBills(db, eachOf(page.readings)))
    }
  } else {
    for await (const page of reader.pages(held.place)) {
      await keep(page, await importPeople(db, eachOf(page.readings)))
    }
  }
  await endRun(db, source, reader.kind, held.begun)
  report.seconds = secondsSince(started)
  return report
}

// oxlint-disable-next-line require-await -- the imports read files, which come bit by bit
async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function beginRun(
  db: Pool,
  source: SourceName,
  what: SyncKind,
  asked: string | null,
): Promise<{ held: Held; resumed: boolean }> {
  const [before] = await db<
    { now: string; begin: string; since: string | null; cursor: { begun: string; place: Place } | null }[]
  >`
    select now(), since, cursor,
           coalesce(${asked}::timestamptz, synced_at - make_interval(days => ${overlapDays}),
                    date_trunc('day', now()) - make_interval(days => ${firstDays})) as begin
      from (select 1) one left join source_syncs on source = ${source} and what = ${what}`
  const { now, begin, since, cursor } = before!
  if (since && cursor && (asked === null || begin === since)) {
    return { held: { since, ...cursor }, resumed: true }
  }
  return { held: { since: begin, begun: now, place: {} }, resumed: false }
}

async function saveCursor(db: Pool, source: SourceName, what: SyncKind, held: Held | null): Promise<void> {
  const since = held?.since ?? null
  const cursor = held && db.json({ begun: held.begun, place: held.place })
  await db`
    insert into source_syncs (source, what, since, cursor) values (${source}, ${what}, ${since}, ${cursor})
    on conflict (source, what) do update set since = excluded.since, cursor = excluded.cursor`
}

async function endRun(db: Pool, source: SourceName, what: SyncKind, begun: string): Promise<void> {
  await db`
    insert into source_syncs (source, what, synced_at) values (${source}, ${what}, ${begun})
    on conflict (source, what) do update set since = null, cursor = null, synced_at = excluded.synced_at`
}
