import type { AccountPart } from '../people/deletion/accountParts.ts'
import type { Db } from '../postgres/db.ts'
import { type LedgerSettings, ledgerKey } from './ledgerKeys.ts'

export type LedgerEntry = {
  happened_at: string
  event: 'deleted' | 'restored'
  /** The hash in hexadecimal, like `key_id`. */
  account_hash: string
  key_id: string
}

/**
 * Returns the account part that writes each deletion and each restoration into the ledger, in the transaction of the
 * deletion or restoration.
 */
export function ledgerPart(settings: LedgerSettings): AccountPart {
  const record = async (db: Db, user_id: string, event: LedgerEntry['event']) => {
    const key = await ledgerKey(db, settings)
    await db`
      insert into deletion_ledger (event, account_hash, key_id)
      values (${event}, decode(${key.hash(user_id)}, 'hex'), ${key.id})`
  }
  return {
    remove: (db, user_id) => record(db, user_id, 'deleted'),
    restore: (db, { user_id }) => record(db, user_id, 'restored'),
  }
}

export function selectEntries(db: Db): Promise<LedgerEntry[]> {
  return db<LedgerEntry[]>`
    select happened_at, event, encode(account_hash, 'hex') as account_hash, key_id
      from deletion_ledger order by happened_at, entry_id`
}

export function lineOf({ happened_at, event, account_hash, key_id }: LedgerEntry): string {
  return [happened_at, event, account_hash, key_id].join(' ')
}

const lineShape =
  /^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (deleted|restored) ([0-9a-f]{64}) ([0-9a-f]{16})$/

/** Parses a line of the ledger. Null if the line is invalid, for example because a crash truncated it. */
export function parseLine(line: string): LedgerEntry | null {
  const [, happened_at, event, account_hash, key_id] = lineShape.exec(line) ?? []
  if (!happened_at || !account_hash || !key_id) return null
  return { happened_at, event: event === 'deleted' ? 'deleted' : 'restored', account_hash, key_id }
}
