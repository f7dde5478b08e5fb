import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../postgres/db.ts'
import { parsePosition, type WalPosition } from '../../postgres/replica/walPosition.ts'

/**
 * `unknown`: not probed yet. `gone`: it does not answer. `behind`: by more than ten seconds. `not a replica`: a server that does not replay the log
 * of a primary. `another database`: a replica of another primary, whose positions mean nothing here.
 */
export type ReplicaState = {
  name: 'unknown' | 'used' | 'gone' | 'behind' | 'not a replica' | 'another database'
  /** Up to where it had replayed the log at the last probe; empty if that is not known. */
  replayed: WalPosition
}

const patienceMs = 1_000

/** @param key a secret of the primary's database, which a replica of it has too */
export async function probeReplica(pool: Pool, key: Buffer): Promise<ReplicaState> {
  const probe = askReplica(pool, key).catch((): ReplicaState => ({ name: 'gone', replayed: '' }))
  const late = sleep<ReplicaState>(patienceMs, { name: 'gone', replayed: '' }, { ref: false })
  return Promise.race([probe, late])
}

async function askReplica(pool: Pool, key: Buffer): Promise<ReplicaState> {
  const [row] = await pool<{ lsn: string | null; is_same: boolean | null }[]>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn,
           (select secret = ${key} from instance_secrets where name = 'log positions') as is_same`
  if (!row?.lsn) return { name: 'not a replica', replayed: '' }
  const replayed = parsePosition(row.lsn)
  // The secret may be so new that the replica has no row for it yet.
  if (row.is_same === null) return { name: 'behind', replayed }
  return { name: row.is_same ? 'used' : 'another database', replayed }
}
