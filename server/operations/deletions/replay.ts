import { deleteAccount } from '#server/members/people/deletion/deletion.ts'
import { openAgain } from '#server/members/people/deletion/restoration.ts'
import { CommandError } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { removePictureFiles, storePicture } from '#server/platform/storage/pictureFiles.ts'
import type { Squares } from '#server/platform/storage/pictureImage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { endRights, type ReplayedRights } from './endRights.ts'
import { hashAsInFile, type LedgerEntry, lineOf, parseLine, selectEntries } from './ledger.ts'
import { readLines } from './ledgerFile.ts'
import { type LedgerKeys, type LedgerSettings, keyFileOf, readLedgerKeys } from './ledgerKeys.ts'
import { contentParts } from './parts.ts'

export type ReplaySettings = LedgerSettings & Pick<Env, 'publicOrigin' | 'skipUnknownLedgerKeys'>
/** `skipped` is the number of entries that were made with an unknown key. */
export type ReplayResult = {
  entries: number
  deleted: number
  restored: number
  skipped: number
  /** The rights that ended again, or null if this database has every entry of the ledger. */
  rights: ReplayedRights | null
}

const batchSize = 1_000

/**
 * Repeats what a ledger file contains and this database does not, because the database was restored from an older backup.
 * Accounts that were deleted since the backup are deleted again, accounts whose deletion was undone are restored, and rights
 * that ended, such as a password, end again. If an account can still be restored, its owner is emailed a new link, because no
 * backup contains the old one. Throws `CommandError` for entries whose key is not known, unless they are to be skipped.
 */
export async function replayLedger(
  pool: Pool,
  storage: Storage,
  path: string,
  settings: ReplaySettings,
): Promise<ReplayResult> {
  const keys = await readLedgerKeys(pool, settings, path)
  await hashAsInFile(pool, new Set(await readLines(path)), keys)
  const ownEntries = await selectEntries(pool)
  const { missing, skipped } = await readMissing(path, new Set(ownEntries.map(lineOf)), keys, settings)
  if (missing.length === 0) return { entries: 0, deleted: 0, restored: 0, skipped, rights: null }

  const last = new Map<string, LedgerEntry>()
  for (const entry of [...ownEntries, ...missing].toSorted(byTime)) {
    if (entry.event === 'deleted' || entry.event === 'restored') last.set(entry.account_hash, entry)
  }
  const lastEntryOf = (user_id: string) => {
    const entries = [...keys.values()].flatMap((key) => last.get(key.hash(user_id)) ?? [])
    return entries.toSorted(byTime).at(-1)
  }
  // Rights end between the two, because a deleted account returns with its rights if its owner restores it.
  const restored = await restoreAgain(pool, storage, lastEntryOf)
  const rights = await endRights(pool, missing, keys, settings.publicOrigin)
  const deleted = await deleteAgain(pool, storage, lastEntryOf, settings.publicOrigin)
  await pool.begin(async (db) => {
    // This write comes first so that the transaction gets its number before the ids of its entries. `openLedgerCopy`
    // relies on this order.
    await recordAction(db, {
      action: 'deletions_replayed',
      detail: { entries: missing.length, deleted, restored },
    })
    for (const { happened_at, event, account_hash, key_id } of missing) {
      await db`
        insert into deletion_ledger (happened_at, event, account_hash, key_id)
        values (${happened_at}, ${event}, decode(${account_hash}, 'hex'), ${key_id})`
    }
  })
  return { entries: missing.length, deleted, restored, skipped, rights }
}

/**
 * Returns each entry of the file that is not among the known lines. An entry that the file has twice is returned once.
 * Throws `CommandError` for entries whose key is not known, unless they are to be skipped.
 */
export async function readMissing(
  path: string,
  knownLines: ReadonlySet<string>,
  keys: LedgerKeys,
  { skipUnknownLedgerKeys }: Pick<ReplaySettings, 'skipUnknownLedgerKeys'>,
): Promise<{ missing: LedgerEntry[]; skipped: number }> {
  const lines = new Set(await readLines(path))
  const entries = [...lines].filter((line) => !knownLines.has(line)).flatMap((line) => parseLine(line) ?? [])
  const missing = entries.filter(({ key_id }) => keys.has(key_id))
  const skipped = entries.length - missing.length
  if (skipped > 0 && !skipUnknownLedgerKeys) {
    throw new CommandError(
      `${countedNoun(skipped, 'entry', 'entries')} of ${path} made with another key: set DELETION_LEDGER_KEY to the key they were made with, put the key file ${keyFileOf(path)} back, or set DELETION_LEDGER_UNKNOWN_KEYS=skip to go on without them.`,
    )
  }
  return { missing, skipped }
}

function byTime(entry: LedgerEntry, other: LedgerEntry): number {
  if (entry.happened_at === other.happened_at) return 0
  return entry.happened_at < other.happened_at ? -1 : 1
}

type LastEntryOf = (user_id: string) => LedgerEntry | undefined

async function deleteAgain(
  pool: Pool,
  storage: Storage,
  lastEntryOf: LastEntryOf,
  publicOrigin: string,
): Promise<number> {
  let deleted = 0
  let after: string | null = null
  for (;;) {
    const members: { user_id: string }[] = await selectIds(pool, after)
    for (const { user_id } of members) {
      const entry = lastEntryOf(user_id)
      if (entry?.event !== 'deleted') continue
      const how = { parts: contentParts, publicOrigin, deletedAt: entry.happened_at }
      const picture = await pool.begin((db) => deleteAccount(db, user_id, how))
      await removePictureFiles(storage, picture ?? null)
      deleted += 1
    }
    after = members.at(-1)?.user_id ?? null
    if (members.length < batchSize) return deleted
  }
}

function selectIds(db: Db, after: string | null): Promise<{ user_id: string }[]> {
  return db<{ user_id: string }[]>`
    select user_id from users
     where account_status <> 'closed' and (${after}::uuid is null or user_id > ${after}) order by user_id limit ${batchSize}`
}

/** Restores the accounts whose deletion is in the backup and was undone after the backup. */
async function restoreAgain(pool: Pool, storage: Storage, lastEntryOf: LastEntryOf): Promise<number> {
  const pending = await pool<{ user_id: string }[]>`select user_id from closed_accounts`
  let restored = 0
  for (const { user_id } of pending) {
    if (lastEntryOf(user_id)?.event !== 'restored') continue
    const [squares] = await pool<Squares[]>`
      select picture_small as small, picture_large as large from closed_accounts
       where user_id = ${user_id} and picture_large is not null`
    const picture = squares ? await storePicture(storage, squares) : null
    await pool.begin(async (db) => {
      const [account] = await db`select from closed_accounts where user_id = ${user_id} for update`
      if (account) await openAgain(db, user_id, contentParts, picture)
    })
    restored += 1
  }
  return restored
}
