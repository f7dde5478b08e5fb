import type { Connection } from '#server/platform/postgres/driver.ts'
import { lsnOf, readPosition, unknownPosition, type WalPosition } from './walPosition.ts'

/* The functions in this file send a second statement together with each statement, on the same connection and in the same
   round trip. A connection answers its statements in order. */

/** The replica has not replayed the log up to the position that a read needs. */
export class ReplicaBehind extends Error {
  override name = 'ReplicaBehind'
}

/** The longest time that a read waits for the replica. */
const maxWaitSeconds = 0.05

/**
 * The position that each connection has confirmed. What a server has replayed stays replayed as long as its connections
 * live.
 */
const confirmed = new WeakMap<Connection, WalPosition>()

/**
 * Sends a statement to a replica after a statement that waits until the log is replayed up to the position. Throws
 * `ReplicaBehind` if that takes too long.
 *
 * @param isShared says whether a pooler may use another connection of the server for each statement
 */
export async function sendAfterReplay<R>(
  connection: Connection,
  position: WalPosition,
  isShared: boolean,
  send: () => Promise<R>,
): Promise<R> {
  if (!isShared && (confirmed.get(connection) ?? '') >= position) return send()
  const [checked, sent] = await Promise.allSettled([hasReplayed(connection, position), send()])
  if (checked.status === 'rejected') throw checked.reason
  if (!checked.value) throw new ReplicaBehind('The replica has not replayed this position yet')
  confirmed.set(connection, position)
  if (sent.status === 'rejected') throw sent.reason
  return sent.value
}

async function hasReplayed(connection: Connection, position: WalPosition): Promise<boolean> {
  const [row] = await connection.send(
    {
      name: 'platform/postgres/replica/replaySync.hasReplayed',
      text: 'select has_replayed($1::pg_lsn, $2::float8) as is_replayed',
      values: [lsnOf(position), String(maxWaitSeconds)],
    },
    {},
  )
  return row !== undefined && 'is_replayed' in row && row.is_replayed === true
}

/** Sends a statement or a commit to the primary and reports the position of the log after it. */
export async function sendAndReport<R>(
  connection: Connection,
  report: (position: WalPosition) => void,
  send: () => Promise<R>,
): Promise<R> {
  const [sent, position] = await Promise.allSettled([send(), readPosition(connection)])
  if (sent.status === 'rejected') throw sent.reason
  report(position.status === 'fulfilled' ? position.value : unknownPosition)
  return sent.value
}
