/** The position of a record in the files, and the reason why it was refused or changed nothing. */
type ReportedRecord = { file: string; record: string; reason: string }

/** The result of an import. The four numbers add up to the records read. */
export type ImportReport = {
  inserted: number
  updated: number
  unchanged: number
  refused: number
  refusals: ReportedRecord[]
  /**
   * The unchanged records that differ from the stored bill. They changed nothing because another source owns the bill.
   */
  notes: ReportedRecord[]
  /** How many dates were left out of records that were used, by the reason, such as "before 1789-03-04". */
  dates_left_out: Record<string, number>
  seconds: number
}

export function emptyReport(): ImportReport {
  return {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    refusals: [],
    notes: [],
    dates_left_out: {},
    seconds: 0,
  }
}

export function recordsRead({ inserted, updated, unchanged, refused }: ImportReport): number {
  return inserted + updated + unchanged + refused
}

export function refuseRecord(
  report: ImportReport,
  { file, record }: Pick<ReportedRecord, 'file' | 'record'>,
  reason: string,
): void {
  report.refused += 1
  report.refusals.push({ file, record, reason })
}

/** Counts the dates that were left out of a record that was used. Each is listed with the reason. */
export function countLeftOut(report: ImportReport, leftOut: ReadonlyMap<string, string> | undefined): void {
  if (!leftOut || leftOut.size === 0) return
  const counts = { ...report.dates_left_out }
  for (const reason of leftOut.values()) counts[reason] = (counts[reason] ?? 0) + 1
  report.dates_left_out = counts
}

/** Counts the rows that an upsert returned with `xmax = 0 as is_new`. The upsert does not return unchanged rows. */
export function countSaved(
  records: number,
  saved: readonly { is_new: boolean }[],
): Pick<ImportReport, 'inserted' | 'updated' | 'unchanged'> {
  const inserted = saved.filter(({ is_new }) => is_new).length
  return { inserted, updated: saved.length - inserted, unchanged: records - saved.length }
}

/**
 * Saves a batch. If the database rejects it, saves record by record, so that only the bad record is refused.
 *
 * @param save saves the records in one transaction
 */
export async function saveBatch<Reading>(
  batch: readonly Reading[],
  save: (batch: readonly Reading[]) => Promise<void>,
  refuse: (reading: Reading, reason: string) => void,
): Promise<void> {
  if (batch.length === 0) return
  try {
    await save(batch)
  } catch (error) {
    const reason = dataFault(error)
    if (!reason) throw error
    const [only] = batch
    if (batch.length === 1 && only) refuse(only, reason)
    else for (const reading of batch) await saveBatch([reading], save, refuse)
  }
}

/** Returns why the database rejected a value (error classes 22 and 23). Null for any other error. */
function dataFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !/^2[23]/.test(String(error.code))) return null
  return `The database rejected the record: ${error.message}.`
}

/**
 * Returns the seconds since a time.
 *
 * @param started the result of an earlier `performance.now()`
 */
export function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000
}
