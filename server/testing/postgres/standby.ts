import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedServer } from '#server/platform/embedded/embeddedPostgres.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import { findFreePort } from '#server/platform/processes/freePort.ts'
import makeTemplates from './postgres.ts'

const fast = { fsync: 'off', full_page_writes: 'off', max_connections: '100' }

/** Starts a PostgreSQL with a streaming replica, like a cluster of two machines. */
export async function startStandby() {
  const home = await mkdtemp(join(tmpdir(), 'hurd-standby-'))
  // When root runs the tests, the servers run as another user, which needs access to the folder.
  await chmod(home, 0o711)
  const password = randomBytes(16).toString('hex')
  const primary = await makeServer(home, 'primary', { password })
  await primary.start()
  // A copy of a server that was shut down cleanly is a complete backup.
  await primary.stop()
  await cp(primary.cluster, join(home, 'replica', 'postgres'), { recursive: true })
  await writeFile(join(home, 'replica', 'postgres', 'standby.signal'), '')
  await primary.start()
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`
  const replica = await makeServer(home, 'replica', { password, settings: { primary_conninfo: from } })
  await replica.start()

  // The test server copies its database from a template on TEST_DATABASE_URL.
  const former = process.env['TEST_DATABASE_URL']
  process.env['TEST_DATABASE_URL'] = primary.url
  await makeTemplates()
  const admin = openPool(primary.url, { ...operatorLimits, connections: 1 })
  const replicaAdmin = openPool(replica.url, { ...operatorLimits, connections: 1 })

  return {
    /** Returns the URL of the same database on the replica. */
    replicaOf: (databaseUrl: string): string => {
      const url = new URL(databaseUrl)
      url.port = String(replica.port)
      return url.toString()
    },
    /** Makes the replica receive the log without replaying it. */
    pauseReplay: () => replicaAdmin`select pg_wal_replay_pause()`,
    resumeReplay: () => replicaAdmin`select pg_wal_replay_resume()`,
    async catchUp(): Promise<void> {
      const [row] = await admin<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
      for (;;) {
        const [position] = await replicaAdmin<{ is_there: boolean }[]>`
          select coalesce(pg_last_wal_replay_lsn() >= ${row!.lsn}::pg_lsn, false) as is_there`
        if (position?.is_there) return
        await admin`select pg_logical_emit_message(false, 'hurd', 'more')`
      }
    },
    stopReplica: () => replica.stop(),
    startReplica: () => replica.start(),
    async stop(): Promise<void> {
      process.env['TEST_DATABASE_URL'] = former
      await Promise.all([admin.end({ timeout: 1 }), replicaAdmin.end({ timeout: 1 })])
      await replica.stop()
      await primary.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function makeServer(
  home: string,
  name: string,
  { password, settings = {} }: { password: string; settings?: Record<string, string> },
) {
  const folder = join(home, name)
  const socketFolder = join(home, `${name}-socket`)
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await mkdir(socketFolder, { mode: 0o700 })
  const port = await findFreePort()
  let server: EmbeddedServer | null = null
  return {
    port,
    cluster: join(folder, 'postgres'),
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async start(): Promise<void> {
      server = await startEmbedded({
        folder,
        socketFolder,
        tcp: { port, password },
        settings: { ...fast, ...settings },
      })
    },
    async stop(): Promise<void> {
      await server?.stop()
      server = null
    },
  }
}
