/** The position of a record in the files, and the reason why it was refused or changed nothing. */
type ReportedRecord = { file: string; record: string; reason: string }

/** The result of an import. The four numbers add up to the records read. Rows of the gazetteer that are merged count once. */
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

export function addReport(report: ImportReport, part: ImportReport): void {
  for (const outcome of ['inserted', 'updated', 'unchanged', 'refused'] as const) {
    report[outcome] += part[outcome]
  }
  report.refusals.push(...part.refusals)
  report.notes.push(...part.notes)
  for (const [reason, count] of Object.entries(part.dates_left_out)) {
    report.dates_left_out[reason] = (report.dates_left_out[reason] ?? 0) + count
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
 * Saves a batch. If the database rejects it, saves record by record so that only the bad record is refused.
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

/** A record of a file or of a live source, or the reason why it cannot be used. */
type Reading<Imported> = Omit<ReportedRecord, 'reason'> &
  ({ imported: Imported; leftOut?: ReadonlyMap<string, string> } | { reason: string })
type Usable<Imported> = Extract<Reading<Imported>, { imported: unknown }>

/**
 * Saves the records in batches of `batchSize`, and refuses those that cannot be used. If the source fails, the records
 * before its error are saved.
 *
 * @param save saves a batch in one transaction and adds the outcomes to the report
 * @param reasonOf returns why a record that was read cannot be saved, or null
 * @param onProgress is called with the report so far after each batch is saved or refused
 */
export async function importInBatches<Imported, Report extends ImportReport>(
  records: AsyncIterable<Reading<Imported>> | Iterable<Reading<Imported>>,
  report: Report,
  {
    batchSize,
    save,
    reasonOf = () => null,
    onProgress,
  }: {
    batchSize: number
    save: (batch: readonly Usable<Imported>[]) => Promise<void>
    reasonOf?: (reading: Usable<Imported>) => string | null
    onProgress: (report: Report) => void
  },
): Promise<void> {
  let batch: Usable<Imported>[] = []
  const flush = async () => {
    const earlier = report.refusals.length
    const readings = batch
    // A batch whose transaction failed is not saved a second time.
    batch = []
    await saveBatch(readings, save, (reading, reason) => refuseRecord(report, reading, reason))
    const refused = new Set(report.refusals.slice(earlier).map(positionOf))
    for (const reading of readings) {
      if (!refused.has(positionOf(reading))) countLeftOut(report, reading.leftOut)
    }
    onProgress(report)
  }
  try {
    for await (const reading of records) {
      const reason = 'reason' in reading ? reading.reason : reasonOf(reading)
      if (reason !== null) refuseRecord(report, reading, reason)
      else if ('imported' in reading) batch.push(reading)
      if (batch.length >= batchSize) await flush()
    }
  } finally {
    await flush()
  }
}

function positionOf({ file, record }: Pick<ReportedRecord, 'file' | 'record'>): string {
  return `${file}, ${record}`
}

/** Why a value cannot be stored, by PostgreSQL's error code. Its own messages have names of tables and constraints. */
const faults: Readonly<Record<string, string>> = {
  '22001': 'a text is too long',
  '22003': 'a number is too large',
  '22007': 'a date or time cannot be read',
  '22008': 'a date or time is not possible',
  '22021': 'a text has characters that cannot be stored',
  '22P02': 'a value has the wrong form',
  '22P05': 'a text has characters that cannot be stored',
  '23502': 'a required value is missing',
  '23503': 'it refers to a record that is not stored',
  '23505': 'another record has the same key',
  '23514': 'a value is outside of what is allowed',
  // An index has no room for it.
  '54000': 'a text is too long',
}

/** Returns why the database rejected a value (error classes 22 and 23, and 54000), or null for any other error. */
export function dataFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !/^(2[23]|54000$)/.test(String(error.code))) {
    return null
  }
  return `The record cannot be stored: ${faults[String(error.code)] ?? 'a value cannot be stored'}.`
}

/**
 * Returns the seconds since a time.
 *
 * @param started the result of an earlier `performance.now()`
 */
export function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000
}
