import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { type LedgerKeys, type LedgerSettings, ledgerKey } from './ledgerKeys.ts'

/** The rights that end, in the order in which a replay ends them. `db/functions/15_account_recovery.sql` records them. */
export const endedRights = [
  'password',
  'api_key',
  'addresses',
  'role',
  'second_factor',
  'app',
  'passkey',
  'recovery_codes',
] as const
export type EndedRight = (typeof endedRights)[number]

const events = ['deleted', 'restored', ...endedRights, 'second_factor_on'] as const
type LedgerEvent = (typeof events)[number]

export type LedgerEntry = {
  happened_at: string
  event: LedgerEvent
  /** The hash in hexadecimal, like `key_id`. It is of an account, or of the API key or passkey that ended. */
  account_hash: string
  key_id: string
}

/**
 * Returns the account part that writes each deletion and each restoration into the ledger, in the transaction of the
 * deletion or restoration.
 */
export function ledgerPart(settings: LedgerSettings): AccountPart {
  return {
    async setClosed(db, user_id, isClosed) {
      const key = await ledgerKey(db, settings)
      await db`
        insert into deletion_ledger (event, account_hash, key_id)
        values (${isClosed ? 'deleted' : 'restored'}, decode(${key.hash(user_id)}, 'hex'), ${key.id})`
    },
  }
}

/** Selects the entries of the table that have a hash. */
export function selectEntries(db: Db): Promise<LedgerEntry[]> {
  return db<LedgerEntry[]>`
    select happened_at, event, encode(account_hash, 'hex') as account_hash, key_id
      from deletion_ledger where account_hash is not null order by happened_at, entry_id`
}

/**
 * Hashes the entries that were not copied to a file before the backup, with the keys of that file. Otherwise they would look
 * like entries from after the backup.
 */
export async function hashAsInFile(db: Db, lines: ReadonlySet<string>, keys: LedgerKeys): Promise<void> {
  const rows = await db<
    (Pick<LedgerEntry, 'happened_at' | 'event'> & { entry_id: number; subject: string })[]
  >`
    select entry_id, happened_at, event, subject from deletion_ledger where subject is not null`
  for (const { entry_id, subject, ...entry } of rows) {
    for (const key of keys.values()) {
      const account_hash = key.hash(subject)
      if (!lines.has(lineOf({ ...entry, account_hash, key_id: key.id }))) continue
      await db`
        update deletion_ledger set account_hash = decode(${account_hash}, 'hex'), key_id = ${key.id}, subject = null
         where entry_id = ${entry_id}`
    }
  }
}

export function lineOf({ happened_at, event, account_hash, key_id }: LedgerEntry): string {
  return [happened_at, event, account_hash, key_id].join(' ')
}

const lineShape = /^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z_]+) ([0-9a-f]{64}) ([0-9a-f]{16})$/

/** Parses a line of the ledger, or null if the line is invalid, for example because a crash truncated it. */
export function parseLine(line: string): LedgerEntry | null {
  const [, happened_at, name = '', account_hash, key_id] = lineShape.exec(line) ?? []
  const event = readEvent(name)
  if (!happened_at || !account_hash || !key_id || !event) return null
  return { happened_at, event, account_hash, key_id }
}

export function readEvent(name: string): LedgerEvent | undefined {
  return events.find((event) => event === name)
}
