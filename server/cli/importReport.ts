/** Where a record stood, and why it was refused or changed nothing. */
type ReportedRecord = { file: string; record: string; reason: string }

/** What every import answers with. The four numbers add up to the records read. */
export type ImportReport = {
  inserted: number
  updated: number
  unchanged: number
  refused: number
  refusals: ReportedRecord[]
  /** Of the unchanged ones, those that say something else of a bill that another source keeps. */
  notes: ReportedRecord[]
  seconds: number
}

export function emptyReport(): ImportReport {
  return { inserted: 0, updated: 0, unchanged: 0, refused: 0, refusals: [], notes: [], seconds: 0 }
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

/** Of the rows that an upsert gave back with `xmax = 0 as is_new`: what was as it is now it does not give back. */
export function countSaved(
  records: number,
  saved: readonly { is_new: boolean }[],
): Pick<ImportReport, 'inserted' | 'updated' | 'unchanged'> {
  const inserted = saved.filter(({ is_new }) => is_new).length
  return { inserted, updated: saved.length - inserted, unchanged: records - saved.length }
}

/**
 * Takes a batch in; when the database refuses its data, record by record, so that only the bad one is lost.
 * @param take one transaction
 */
export async function saveBatch<Reading>(
  batch: readonly Reading[],
  take: (batch: readonly Reading[]) => Promise<void>,
  refuse: (reading: Reading, reason: string) => void,
): Promise<void> {
  if (batch.length === 0) return
  try {
    await take(batch)
  } catch (error) {
    const reason = dataFault(error)
    if (!reason) throw error
    const [only] = batch
    if (batch.length === 1 && only) refuse(only, reason)
    else for (const reading of batch) await saveBatch([reading], take, refuse)
  }
}

/** The database's reason for not taking a value (classes 22 and 23), or null for any other trouble. */
function dataFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !/^2[23]/.test(String(error.code))) return null
  return `The database does not take the record: ${error.message}.`
}

/** @param started by `performance.now()` */
export function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000
}
