import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/platform/postgres/db.ts'
import { parsePosition, type WalPosition } from '#server/platform/postgres/replica/walPosition.ts'

/**
 * The state of a replica.
 *
 * - `unknown`: it has not been probed yet.
 * - `used`: reads can use it.
 * - `gone`: it does not answer.
 * - `behind`: it is more than ten seconds behind.
 * - `not a replica`: the server does not replay the log of a primary.
 * - `another database`: it is a replica of another primary, so its positions mean nothing here.
 */
export type ReplicaState = {
  name: 'unknown' | 'used' | 'gone' | 'behind' | 'not a replica' | 'another database'
  /**
   * The position up to which the replica had replayed the log at the last probe. Empty if the position is not known.
   */
  replayed: WalPosition
}

const patienceMs = 1_000

/**
 * Reads the state of a replica.
 *
 * @param key a secret of the primary's database, which a replica of that database has too
 */
export async function probeReplica(pool: Pool, key: Buffer): Promise<ReplicaState> {
  const probe = queryReplica(pool, key).catch((): ReplicaState => ({ name: 'gone', replayed: '' }))
  const late = sleep<ReplicaState>(patienceMs, { name: 'gone', replayed: '' }, { ref: false })
  return Promise.race([probe, late])
}

async function queryReplica(pool: Pool, key: Buffer): Promise<ReplicaState> {
  const [row] = await pool<{ lsn: string | null; is_same: boolean | null }[]>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn,
           (select secret = ${key} from instance_secrets where name = 'log positions') as is_same`
  if (!row?.lsn) return { name: 'not a replica', replayed: '' }
  const replayed = parsePosition(row.lsn)
  // The primary may have stored the secret so recently that the replica does not have its row yet.
  if (row.is_same === null) return { name: 'behind', replayed }
  return { name: row.is_same ? 'used' : 'another database', replayed }
}
