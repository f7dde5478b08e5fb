import type { FastifyBaseLogger } from 'fastify'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { type LedgerEntry, lineOf } from './ledger.ts'
import { appendLines, fileSize, readLines } from './ledgerFile.ts'
import { ledgerKey, type LedgerSettings, saveLedgerKey } from './ledgerKeys.ts'

type NumberedEntry = LedgerEntry & { entry_id: number; oldest_open: string; next_transaction: string }
type StoredEntry = NumberedEntry & { subject: string | null }

/** How far the file is known to match the table. */
type Progress = {
  /** The size of the file after the last copy. If the file has any other size, something else changed it. */
  size: number
  /** The file has all entries up to this id, and no entry with a lower id can still be committed. */
  complete: number
  /** The entries above `complete` that the file already has. */
  copied: Set<number>
  /** The file is complete up to `last` as soon as every transaction that was open at `next_transaction` has ended. */
  checkpoint: { last: number; next_transaction: bigint } | null
}

/**
 * Returns a function that adds missing entries of the table to the ledger file. When its promise resolves, they are on
 * disk. Each instance has its own file. Entries that another instance wrote, or that were lost in a crash, are added by
 * the next call. Calls run one after the other, because two simultaneous calls would append the same entry twice. The
 * first call compares the whole table with the whole file. Later calls read only entries that may be new.
 */
export function openLedgerCopy(pool: Pool, settings: LedgerSettings): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let progress: Progress | null = null
  const copy = async () => {
    await saveLedgerKey(pool, settings)
    const previous = progress
    // After an error it is not known what was written, so the next call compares everything.
    progress = null
    progress = await copyEntries(pool, settings, previous)
  }
  return () => {
    const next = running.then(copy)
    running = next.catch(() => {})
    return next
  }
}

/** Copies ended rights, and entries that other instances wrote, into this instance's own file, at intervals. */
export function startLedgerCopy(copy: () => Promise<void>, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'deletion_ledger',
    pollMs: 60_000,
    log,
    failureMessage: 'copying the deletion ledger failed, will retry',
    work: copy,
  })
}

async function copyEntries(
  pool: Pool,
  settings: LedgerSettings,
  previous: Progress | null,
): Promise<Progress> {
  const path = settings.deletionLedger
  const isUntouched = previous !== null && previous.size === (await fileSize(path))
  const { complete, copied, checkpoint } = isUntouched
    ? previous
    : { complete: 0, copied: new Set<number>(), checkpoint: null }
  const entries = await hashSubjects(pool, settings, await selectEntriesAfter(pool, complete))
  const linesInFile = isUntouched ? new Set<string>() : new Set(await readLines(path))
  const missing = entries.filter((entry) => !copied.has(entry.entry_id) && !linesInFile.has(lineOf(entry)))
  await appendLines(path, missing.map(lineOf))

  const size = await fileSize(path)
  const newest = entries.at(-1)
  if (!newest) return { size, complete, copied, checkpoint }
  const isReached = checkpoint !== null && BigInt(newest.oldest_open) >= checkpoint.next_transaction
  const isNewCheckpoint = checkpoint === null || isReached
  const reached = isReached ? checkpoint.last : complete
  return {
    size,
    complete: reached,
    copied: new Set(entries.map(({ entry_id }) => entry_id).filter((id) => id > reached)),
    checkpoint: isNewCheckpoint
      ? { last: newest.entry_id, next_transaction: BigInt(newest.next_transaction) }
      : checkpoint,
  }
}

/**
 * Replaces the ids of new entries by their hashes, first in the table so that a backup knows the lines of the file. Entries
 * of ended rights are written by triggers, which do not have the key.
 */
async function hashSubjects(
  pool: Pool,
  settings: LedgerSettings,
  entries: StoredEntry[],
): Promise<NumberedEntry[]> {
  if (entries.every(({ subject }) => subject === null)) return entries
  const key = await ledgerKey(pool, settings)
  const hashed = entries.map((entry) =>
    entry.subject === null ? entry : { ...entry, account_hash: key.hash(entry.subject), key_id: key.id },
  )
  const open = hashed.filter(({ subject }) => subject !== null)
  await pool`
    update deletion_ledger l set account_hash = decode(h.account_hash, 'hex'), key_id = ${key.id}, subject = null
      from unnest(${open.map(({ entry_id }) => entry_id)}::bigint[],
                  ${open.map(({ account_hash }) => account_hash)}::text[]) h (entry_id, account_hash)
     where l.entry_id = h.entry_id and l.subject is not null`
  return hashed
}

/**
 * Ids are assigned before their transactions commit, so a lower id can become visible after a higher one. The bounds of
 * the snapshot show when this can no longer happen.
 */
function selectEntriesAfter(pool: Pool, complete: number): Promise<StoredEntry[]> {
  return pool<StoredEntry[]>`
    select entry_id, happened_at, event, coalesce(encode(account_hash, 'hex'), '') as account_hash,
           coalesce(key_id, '') as key_id, subject,
           pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open,
           pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction
      from deletion_ledger where entry_id > ${complete} order by entry_id`
}
