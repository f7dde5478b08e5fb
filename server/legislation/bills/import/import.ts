import type { BillAction } from '#contract/bills/billContent.ts'
import { completeParts, type CompleteParts } from '#server/legislation/bills/parts/completeParts.ts'
import { saveParts } from '#server/legislation/bills/parts/saveParts.ts'
import {
  recordBillsRevivedByAction,
  selectEndedBills,
  selectStillOver,
} from '#server/legislation/sessions/sessionUpdates.ts'
import { addVersion } from '#server/legislation/texts/addVersion.ts'
import { arrangeAndCompare, recordComparisons } from '#server/legislation/texts/classify.ts'
import { saveVersions, selectVersions } from '#server/legislation/texts/saveVersions.ts'
import { versionList, type VersionList } from '#server/legislation/texts/storedVersion.ts'
import { recordImportedChanges, type ImportedChange } from '#server/legislation/updates/imported.ts'
import { recordNewSponsors, selectSponsors } from '#server/legislation/updates/sponsors.ts'
import { emptyVoteReport, type VoteReport } from '#server/legislation/votes/import.ts'
import {
  countLeftOut,
  emptyReport,
  refuseRecord,
  secondsSince,
  saveBatch,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { Reading } from '#server/sources/bills/importedBill.ts'
import { batchesOf, compareAhead, readAhead, sourceIdsOf } from './batches.ts'
import { finishBills, nothingToFinish, type StoredBatch } from './finishBills.ts'
import {
  decideBill,
  decideText,
  textOnlyLength,
  type Decision,
  type Earlier,
  type StoredBill,
} from './importDecisions.ts'
import { saveSourceRecords, withStoredIds } from './sourceRecords.ts'
import { insertBills, updateBills } from './writeBills.ts'

/** The votes that are part of the records of bills are counted separately. */
export type BillReport = ImportReport & { votes: VoteReport }

type ImportedRecord = Extract<Reading, { imported: unknown }>['imported']
type Outcome = 'inserted' | 'updated' | 'unchanged'
type SeenRecord = Earlier & { outcome: Outcome }
/** The state of an import: the report so far, and the records that were read, by kind of record and bill. */
type Run = {
  report: ImportReport
  seen: Map<string, SeenRecord>
  /** The part of the current batch that is stored and not finished. */
  stored: StoredBatch
}
type ImportOptions = {
  /** False for a repair, which records its changes and alerts nobody. */
  notify?: boolean
}

/**
 * Imports bills and texts by their `source_id`. A repeated import of the same records changes nothing. An unusable
 * record is refused with its reason, and the import continues. The votes of a batch are saved at the same time as the bills
 * of the next batch.
 *
 * @param onProgress is called after each batch of bills with the report so far
 */
export async function importBills(
  db: Pool,
  records: AsyncIterable<Reading>,
  onProgress: (report: BillReport) => void = () => {},
  { notify = true }: ImportOptions = {},
): Promise<BillReport> {
  const started = performance.now()
  const run: Run = { report: emptyReport(), seen: new Map(), stored: nothingToFinish() }
  const votes = emptyVoteReport()
  const reportSoFar = () => ({ ...run.report, votes })
  let finishing = Promise.resolve()
  let unfinished = new Set<string>()
  try {
    for await (const batch of readAhead(compareAhead(db, batchesOf(records)))) {
      const ids = new Set(sourceIdsOf(batch))
      // Two transactions that change the same bill could each wait for a lock of the other.
      if ([...ids].some((id) => unfinished.has(id))) await finishing
      await saveBatch(
        batch,
        (readings) => importBatch(db, run, readings, notify),
        (reading, reason) => refuseRecord(run.report, reading, reason),
      )
      await finishing
      finishing = finishBills(db, run.stored, votes, notify)
      // The promise is awaited after the next batch, which may fail first.
      finishing.catch(() => {})
      unfinished = ids
      run.stored = nothingToFinish()
      onProgress(reportSoFar())
    }
  } finally {
    await finishing
  }
  run.report.seconds = secondsSince(started)
  return reportSoFar()
}

async function importBatch(db: Pool, run: Run, batch: readonly Reading[], notify: boolean): Promise<void> {
  const next = await db.begin((transaction) => importReadings(transaction, run, batch, notify))
  run.report = next.report
  for (const [key, seen] of next.seen) run.seen.set(key, seen)
  run.stored.read.push(...next.stored.read)
  run.stored.added.push(...next.stored.added)
  run.stored.changed.push(...next.stored.changed)
  run.stored.withNewText.push(...next.stored.withNewText)
  run.stored.votes.push(...next.stored.votes)
}

async function importReadings(
  db: Transaction,
  before: Run,
  readings: readonly Reading[],
  notify: boolean,
): Promise<Run> {
  const run: Run = {
    report: { ...before.report, refusals: [...before.report.refusals], notes: [...before.report.notes] },
    seen: new Map(),
    stored: nothingToFinish(),
  }
  // Only one import decides and writes at a time. The lock ends with the transaction.
  await db`select pg_advisory_xact_lock(hashtext('import bills'))`
  const batch = await withStoredIds(db, readings)
  const storedBills = await selectStored(db, sourceIdsOf(batch))
  const storedById = new Map(storedBills)
  const bills = new Map<string, StoredBill>()
  const parts = new Map<string, CompleteParts>()
  const versions = await selectVersions(db, [...storedById.keys()])
  const checked = new Map<string, string | null>()
  const withNewVersions = new Set<string>()

  for (const reading of batch) {
    if ('reason' in reading) {
      refuseRecord(run.report, reading, reading.reason)
      continue
    }
    const { imported } = reading
    const { source_id } = imported
    const isBill = 'bill_code' in imported
    const key = `${isBill ? 'bill' : 'text'} ${source_id}`
    const earlier = run.seen.get(key) ?? before.seen.get(key)
    const decision: Decision = isBill
      ? decideBill(imported, storedBills.get(source_id), earlier)
      : decideText(imported, storedBills.get(source_id))
    if (decision.outcome === 'refused') {
      refuseRecord(run.report, reading, decision.reason)
      continue
    }
    countLeftOut(run.report, reading.leftOut)
    storedBills.set(source_id, decision.stored)
    if (reading.votes) run.stored.votes.push({ bill_source_id: source_id, readings: reading.votes })
    if (decision.bill) {
      bills.set(source_id, decision.bill)
      const record = isBill ? imported : imported.bill
      const completed = completeParts(decision.bill, record ?? { sponsors: [] }, parts.get(source_id))
      parts.set(source_id, completed)
    }
    if (decision.checked && isBill) checked.set(source_id, imported.source_checked_at)
    const hasNewVersion = addVersions(versions, imported)
    if (hasNewVersion) withNewVersions.add(source_id)
    const decided = decision.outcome === 'unchanged' && hasNewVersion ? 'updated' : decision.outcome
    if (decision.note && decided === 'unchanged') {
      run.report.notes.push({ file: reading.file, record: reading.record, reason: decision.note })
    }
    const outcome = earlier && isBill ? replaceEarlier(run.report, earlier, reading, decided) : decided
    run.report[outcome] += 1
    const source_updated_at = isBill ? imported.source_updated_at : null
    run.seen.set(key, { file: reading.file, record: reading.record, source_updated_at, outcome })
  }

  // The comparison runs before the first row is written so that nobody waits for a lock while texts are compared.
  await arrangeAndCompare(versions)
  const rows = [...bills.values()]
  const added = rows.filter(({ source_id }) => !storedById.has(source_id))
  run.stored.read = [...storedBills.keys()]
  run.stored.added = added.map(({ source_id }) => source_id)
  const changed = rows.filter(({ source_id }) => storedById.has(source_id))
  // If this import added a bill, none of its sponsors counts as new, even if a later record of the bill names more.
  const isFirstImport = (source_id: string) => before.seen.get(`bill ${source_id}`)?.outcome === 'inserted'
  // The statements are sent together so that the database executes one while the next is prepared. PostgreSQL answers
  // them in this order, which ensures that the two reads see the state before the update.
  const [ended, sponsors] = await Promise.all([
    selectEndedBills(
      db,
      changed.map(({ source_id }) => source_id),
    ),
    selectSponsors(
      db,
      changed.flatMap(({ source_id }) => (isFirstImport(source_id) ? [] : source_id)),
    ),
    insertBills(db, added, parts),
    updateBills(db, changed, parts),
    saveVersions(db, versions),
    saveParts(db, [...parts.values()]),
  ])
  run.stored.changed = [...new Set([...bills.keys(), ...withNewVersions])]
  run.stored.withNewText = [...versions]
    .filter(([, { texts }]) => texts.size > 0)
    .map(([source_id]) => source_id)
  await saveChecked(db, checked)
  const stillOver = await selectStillOver(db, ended)
  await saveSourceRecords(db, batch)
  const changes = rows.map((after): ImportedChange => ({
    before: isFirstImport(after.source_id) ? null : recordOf(storedById.get(after.source_id)),
    // The duplicates that a source reports are left out, because they are not stored either.
    after: { ...after, actions: datedActions(parts.get(after.source_id)) },
    reached: parts.get(after.source_id)?.progress_reached ?? '',
    isOver: stillOver.has(after.source_id),
  }))
  await recordImportedChanges(db, changes, notify)
  await recordNewSponsors(db, sponsors, notify)
  await recordBillsRevivedByAction(db, ended, notify)
  await recordComparisons(db, versions, notify)
  return run
}

/** Returns null for a bill that is known only from its text, because there is no record to compare with. */
function recordOf(stored: StoredBill | undefined): ImportedChange['before'] {
  if (!stored || stored.content_hash.length === textOnlyLength) return null
  const actions = stored.actions.flatMap(({ date, text, chamber }) =>
    date === null ? [] : [{ date, text, chamber }],
  )
  return { ...stored, actions }
}

function datedActions(parts: CompleteParts | undefined): BillAction[] {
  return (parts?.actions ?? []).flatMap(({ acted_on, description, chamber }) =>
    acted_on === null ? [] : [{ date: acted_on, text: description, chamber }],
  )
}

/** Adds every version that the record names. Any source may add versions, even if another source owns the bill. */
function addVersions(lists: Map<string, VersionList>, imported: ImportedRecord): boolean {
  const { source_id, source_name } = imported
  const versions = 'version' in imported ? [imported.version] : (imported.versions ?? [])
  if (versions.length === 0) return false
  const list = lists.get(source_id) ?? versionList([])
  lists.set(source_id, list)
  return versions.map((version) => addVersion(list, source_id, source_name, version)).includes(true)
}

/**
 * Replaces an earlier record of the same bill in this import by a newer one. The earlier record then counts as refused.
 */
function replaceEarlier(report: ImportReport, earlier: SeenRecord, by: Reading, outcome: Outcome): Outcome {
  report[earlier.outcome] -= 1
  refuseRecord(
    report,
    earlier,
    `A newer record of the same bill is in this import: ${by.file}, ${by.record}.`,
  )
  return earlier.outcome === 'unchanged' ? outcome : earlier.outcome
}

async function selectStored(db: Transaction, ids: readonly string[]): Promise<Map<string, StoredBill>> {
  if (ids.length === 0) return new Map()
  const rows = await db<StoredBill[]>`
    select b.source_id, b.source_name, b.source_updated_at, b.source_checked_at, b.content_hash, b.bill_code, b.title,
           b.summary, b.summary_by, b.topics, b.government_level, b.jurisdiction,
           coalesce(b.status_before_end, b.status) as status, b.created_at, b.source_url, b.text_url,
           coalesce((
             select json_agg(json_build_object('date', acted_on, 'text', description, 'chamber', chamber,
                                               'classification', classification, 'roll_number', roll_number)
                             order by position)
               from bill_actions where bill_id = b.bill_id), '[]') as actions,
           v.stage as text_stage
      from bills b
      join bill_counters c using (bill_id)
      left join bill_versions v on v.bill_id = b.bill_id and v.version_no = c.text_version_no
     where b.source_id = any(${[...new Set(ids)]})`
  return new Map(rows.map((bill) => [bill.source_id, bill]))
}

async function saveChecked(db: Transaction, checked: ReadonlyMap<string, string | null>): Promise<void> {
  if (checked.size === 0) return
  const rows = [...checked].map(([source_id, source_checked_at]) => ({ source_id, source_checked_at }))
  await db`
    update bills b set source_checked_at = r.source_checked_at
      from jsonb_to_recordset(${db.json(rows)}) as r(source_id text, source_checked_at timestamptz)
     where b.source_id = r.source_id`
}
