import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { replicaReads } from '#server/platform/observability/counters.ts'
import {
  databaseErrorKind,
  healthLimits,
  openPool,
  type DatabaseTarget,
  type Pool,
  type PoolLimits,
} from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { openPositionSamples } from '#server/platform/postgres/replica/positionSamples.ts'
import { openReadPool } from '#server/platform/postgres/replica/readPool.ts'
import { ReplicaBehind } from '#server/platform/postgres/replica/replaySync.ts'
import {
  laterPosition,
  parsePosition,
  type WalPosition,
} from '#server/platform/postgres/replica/walPosition.ts'
import { openOwnWrites, positionHeader } from './ownWrites.ts'
import { probeReplica, type ReplicaState } from './probe.ts'

/** The limits are lower than for the primary, because a read that fails here runs again on the primary. */
const replicaLimits: PoolLimits = { connections: 10, statement: 2_000, onePlan: true }
const intervalMs = 1_000
/** After a failure, the replica is not used for this many milliseconds. */
const retryMs = 3_000
/** A replica that is this many seconds behind will not catch up while a read waits for it. */
const maxUsableLag = 1

/** The reader of a request, and the header with the position of the reader's last write. */
type Reader = {
  user_id: string | null
  token: string | null
  header: string | string[] | undefined
}

export type Replica = {
  /** Returns the pool for one read: the replica if it has the reader's own writes, or else the primary. */
  readPool(reader: Reader): Pool
  /** Returns the primary for a write, and a function that must be called with the response. */
  trackWrite(): TrackedWrite
  status(): { isUsed: boolean; lagSeconds: number | null }
  stop(): Promise<void>
}

type TrackedWrite = {
  pool: Pool
  /** Ensures that the caller's next reads see the committed write. */
  finish(user_id: string | null, response: object | null, reply: FastifyReply): void
}

/**
 * Opens a streaming replica. It is used for reads as long as it answers and is at most ten seconds behind
 * (docs/decisions/037).
 */
export async function openReplica(
  primary: Pool,
  target: DatabaseTarget,
  log: FastifyBaseLogger,
): Promise<Replica> {
  const key = await instanceSecret(primary, 'log positions')
  const ownWrites = openOwnWrites(key)
  const samples = openPositionSamples()
  const probePool = openPool(target, healthLimits)
  let replicaPool = openPool(target, replicaLimits)
  let state: ReplicaState = { name: 'unknown', replayed: '' }
  let lagSeconds: number | null = null
  let retryAt = 0
  const stopping = new AbortController()

  function enter(next: ReplicaState): void {
    const former = state
    state = next
    if (former.name === next.name) return
    const level = next.name === 'used' ? 'info' : 'warn'
    log[level]({ from: former.name, to: next.name }, 'the state of the replica changed')
    if (former.name !== 'used') return
    // This ends the statements that wait for a server that no longer answers. Their reads continue on the primary.
    void replicaPool.end({ timeout: 0 })
    replicaPool = openPool(target, replicaLimits)
  }

  async function checkState(): Promise<void> {
    const at = performance.now()
    const [sampled, probed] = await Promise.all([
      samplePosition(primary).catch(() => null),
      probeReplica(probePool, key),
    ])
    if (sampled !== null) samples.add(sampled, at)
    lagSeconds = probed.replayed === '' ? null : samples.lagSeconds(probed.replayed, at)
    if (performance.now() < retryAt || stopping.signal.aborted) return
    const floor = samples.floor()
    const isBehind = probed.name === 'used' && (floor === null || probed.replayed < floor)
    enter(isBehind ? { ...probed, name: 'behind' } : probed)
  }

  function onFailure(error: unknown): void {
    if (error instanceof ReplicaBehind) return replicaReads.add({ result: 'behind' })
    replicaReads.add({ result: 'failed' })
    if (databaseErrorKind(error) !== 'unavailable' || isReadOnly(error) || state.name !== 'used') return
    retryAt = performance.now() + retryMs
    enter({ name: 'gone', replayed: '' })
  }

  function readPool({ user_id, token, header }: Reader): Pool {
    const floor = samples.floor()
    if (state.name !== 'used' || floor === null) {
      replicaReads.add({ result: state.name })
      return primary
    }
    const ownPosition = ownWrites.latest([user_id, token], header)
    if (ownPosition > state.replayed && (lagSeconds ?? 0) >= maxUsableLag) {
      replicaReads.add({ result: 'behind' })
      return primary
    }
    let isCounted = false
    return openReadPool(primary, replicaPool.afterReplay(laterPosition(ownPosition, floor)), {
      success() {
        if (!isCounted) replicaReads.add({ result: 'replica' })
        isCounted = true
      },
      failure: onFailure,
    })
  }

  function trackWrite(): TrackedWrite {
    let latest: WalPosition = ''
    return {
      pool: primary.reporting((position) => (latest = laterPosition(latest, position))),
      finish(user_id, response, reply) {
        if (latest === '') return
        reply.header(positionHeader, ownWrites.header(latest))
        if (user_id !== null) ownWrites.remember(user_id, latest)
        // A person who signs in or registers has no session before the response, so the write is remembered under the new
        // token.
        if (response && 'token' in response && typeof response.token === 'string') {
          ownWrites.remember(response.token, latest)
        }
      },
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkState()
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const watching = watch()
  return {
    readPool,
    trackWrite,
    status: () => ({ isUsed: state.name === 'used', lagSeconds }),
    async stop() {
      stopping.abort()
      await watching
      await Promise.all([replicaPool.end({ timeout: 1 }), probePool.end({ timeout: 1 })])
    },
  }
}

async function samplePosition(primary: Pool): Promise<WalPosition | null> {
  const [row] = await primary<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
  return row ? parsePosition(row.lsn) : null
}

/** Returns true if a read contained a writing statement. This is a bug in Hurd and not a failure of the replica. */
function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}
