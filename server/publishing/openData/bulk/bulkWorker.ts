import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  claim,
  finish,
  release,
  renewLease,
  retryLater,
  type Lease,
  type Queue,
} from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { FileStorage } from '#server/platform/storage/storage.ts'
import { selectNextFolder, type Folder } from './selectRecords.ts'
import { writeFolder, type BulkFile } from './writeFolder.ts'

type Run = { run_on: string; written_to: string | null }
type ClaimedRun = Run & Lease

const queue: Queue<Run> = {
  table: 'bulk_runs',
  key: ['run_on'],
  pending: 'finished_at is null',
  leaseSeconds: 30 * 60,
  retrySeconds: [60, 600, 3600],
  maxAttempts: null,
}

/** The runs start at 7:00 UTC, which is night in all of the United States. */
const startHour = 7
/** Files that were written in the last hours are kept, because another worker may be about to refer to them. */
const keepHours = 2

type BulkParts = { pool: Pool; storage: FileStorage; log: FastifyBaseLogger }

/** Writes the bulk files of open data every night. Of all instances, one worker does it. */
export function startBulkFiles({ pool, storage, log }: BulkParts): Worker {
  return startWorker({
    name: 'bulk_files',
    pollMs: 10 * 60_000,
    log,
    failureMessage: 'the bulk files of open data failed, will retry',
    work: async (isStopping) => {
      await pool`
        insert into bulk_runs (run_on)
        select (now() at time zone 'utc')::date where extract(hour from now() at time zone 'utc') >= ${startHour}
        on conflict do nothing`
      await runBulkFiles(pool, storage, isStopping)
    },
  })
}

/** Starts the run that is due, if there is one, or continues an unfinished one. */
export async function runBulkFiles(
  pool: Pool,
  storage: FileStorage,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const run = await claim(pool, queue)
  if (!run) return
  try {
    const [newest] = await pool<{ is_newest: boolean }[]>`
      select max(run_on) = ${run.run_on}::date as is_newest from bulk_runs`
    // A run that no worker finished on its day is left out, because the next run replaces its files.
    if (newest?.is_newest && !(await writeAll(pool, storage, run, isStopping))) return
    if (!(await finish(pool, queue, run, pool`finished_at = now()`))) return
    await removeOldFiles(pool, storage, run.run_on)
  } catch (error) {
    await retryLater(pool, queue, run)
    throw error
  }
}

/** Writes all files. Returns false if it was stopped or another worker has taken over. */
async function writeAll(
  pool: Pool,
  storage: FileStorage,
  run: ClaimedRun,
  isStopping: () => boolean,
): Promise<boolean> {
  const [place = '', session = ''] = run.written_to?.split('/') ?? []
  let folder = await selectNextFolder(pool, { place, session })
  const keepLease = async () =>
    !isStopping() && (await renewLease(pool, queue, run, pool`written_to = written_to`))
  while (folder) {
    const directory = await mkdtemp(join(tmpdir(), 'hurd-bulk-'))
    try {
      const files = await writeFolder(pool, folder, directory, keepLease)
      if (!files) {
        // The run was ended by a shutdown, so another worker can continue at once.
        if (isStopping()) await release(pool, queue, run)
        return false
      }
      for (const { sha256, path } of files) await storage.putFile(storedAs(sha256), path)
      await saveFiles(pool, folder, files, run.run_on)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
    const name = nameOfFolder(folder)
    if (!(await renewLease(pool, queue, run, pool`written_to = ${name}`))) return false
    folder = await selectNextFolder(pool, folder)
  }
  return true
}

const nameOfFolder = ({ place, session }: Folder) => `${place}/${session}`
export const storedAs = (sha256: string) => `${sha256}.gz`

/** Replaces all files of a folder at once so that a reader never sees files of two nights. */
async function saveFiles(pool: Pool, folder: Folder, files: BulkFile[], run_on: string): Promise<void> {
  const name = nameOfFolder(folder)
  await pool.begin(async (db) => {
    await db`delete from bulk_files where folder = ${name}`
    for (const { name: file, sha256, bytes, row_count, source_names } of files) {
      await db`
        insert into bulk_files (folder, name, sha256, bytes, row_count, source_names, run_on)
        values (${name}, ${file}, ${sha256}, ${bytes}, ${row_count}, ${source_names}, ${run_on})`
    }
  })
}

/** Removes folders that no longer have bills, files that no folder refers to, and runs that are more than 30 days old. */
async function removeOldFiles(pool: Pool, storage: FileStorage, run_on: string): Promise<void> {
  await pool`delete from bulk_files where run_on < ${run_on}`
  await pool`delete from bulk_runs where run_on < ${run_on}::date - 30`
  const rows = await pool<{ sha256: string }[]>`select distinct sha256 from bulk_files`
  const current = new Set(rows.map(({ sha256 }) => storedAs(sha256)))
  const before = Date.now() - keepHours * 60 * 60_000
  for await (const { name, changedAt } of storage.list()) {
    if (!current.has(name) && changedAt.getTime() < before) await storage.remove(name)
  }
}
