import type { Connection } from '#server/platform/postgres/driver.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'

/** A position in PostgreSQL's write-ahead log (WAL): 16 hexadecimal digits so that positions compare as text. */
export type WalPosition = string

/** This position is after every other position. It is used for a write whose position is not known. */
export const unknownPosition: WalPosition = 'f'.repeat(16)

/** Reads a position as PostgreSQL writes it, such as `0/16B3748`. */
export function parsePosition(lsn: string): WalPosition {
  const [high = '', low = ''] = lsn.split('/')
  return (high.padStart(8, '0') + low.padStart(8, '0')).toLowerCase()
}

/** Writes a position as PostgreSQL reads it. */
export function lsnOf(position: WalPosition): string {
  return `${position.slice(0, 8)}/${position.slice(8)}`
}

export function laterPosition(one: WalPosition, other: WalPosition): WalPosition {
  return one > other ? one : other
}

// The position of inserts is read, not the position of writes, because a commit that does not wait for the disk is not
// written yet.
const currentPosition: BuiltStatement = {
  name: 'platform/postgres/replica/walPosition.readPosition',
  text: 'select pg_current_wal_insert_lsn()::text as lsn',
  values: [],
}

export async function readPosition(connection: Connection): Promise<WalPosition> {
  const [row] = await connection.send(currentPosition, {})
  if (!row || !('lsn' in row)) return unknownPosition
  return parsePosition(String(row.lsn))
}
