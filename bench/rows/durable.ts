import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openPool, type Pool } from '#server/platform/postgres/db.ts'
import type { Cluster } from '../server/cluster.ts'
import { hasProgram } from '../server/processes.ts'

// W, the ceiling of writes: one durable transaction of three updates, one select and one insert, from 16 connections.

const run = promisify(execFile)
const connections = 16
/** The number of branches. With one for each connection, the connections do not wait for the same row. */
const scale = 16

export type DurableLoop = { tool: 'pgbench' | 'Node'; perSecond: (seconds: number) => Promise<number> }

/** Uses PostgreSQL's pgbench if it is installed, otherwise the same loop in Node. */
export async function openDurableLoop(cluster: Cluster): Promise<DurableLoop> {
  const { url, pool } = await cluster.database('bench_durable')
  return hasProgram('pgbench') ? openPgbench(url) : openNodeLoop(url, pool)
}

async function openPgbench(url: string): Promise<DurableLoop> {
  const { port, username, password, pathname, searchParams } = new URL(url)
  const env = { ...process.env, PGPASSWORD: password }
  const connectionArgs = ['-h', searchParams.get('host') ?? '', '-p', port, '-U', username, pathname.slice(1)]
  await run('pgbench', ['-i', '-q', '-s', String(scale), ...connectionArgs], { env })
  return {
    tool: 'pgbench',
    async perSecond(seconds) {
      const loadArgs = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds)]
      const { stdout } = await run('pgbench', [...loadArgs, ...connectionArgs], { env })
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    },
  }
}

async function openNodeLoop(url: string, pool: Pool): Promise<DurableLoop> {
  await pool`
    create table accounts as select n as id, 0 as balance, repeat(' ', 84) as filler
      from generate_series(1, ${scale}::int * 100000) n`
  await pool`create table tellers as select n as id, 0 as balance from generate_series(1, ${scale}::int * 10) n`
  await pool`create table branches as select n as id, 0 as balance from generate_series(1, ${scale}::int) n`
  await pool`create table history (teller int, branch int, account int, delta int, at timestamptz)`
  for (const table of ['accounts', 'tellers', 'branches']) {
    await pool`alter table ${pool(table)} add primary key (id)`
  }
  await pool`vacuum (analyze) accounts`

  async function perSecond(seconds: number): Promise<number> {
    const many = openPool(url, { connections, statement: 5_000 })
    const end = performance.now() + seconds * 1000
    let done = 0
    const loop = async () => {
      while (performance.now() < end) {
        const [account, teller, branch] = [
          randomUpTo(scale * 100_000),
          randomUpTo(scale * 10),
          randomUpTo(scale),
        ]
        const delta = randomUpTo(5000)
        await many.begin(async (db) => {
          await db`update accounts set balance = balance + ${delta} where id = ${account}`
          await db`select balance from accounts where id = ${account}`
          await db`update tellers set balance = balance + ${delta} where id = ${teller}`
          await db`update branches set balance = balance + ${delta} where id = ${branch}`
          await db`insert into history values (${teller}, ${branch}, ${account}, ${delta}, now())`
        })
        done += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, loop))
    await many.end()
    return done / seconds
  }
  return { tool: 'Node', perSecond }
}

function randomUpTo(max: number): number {
  return 1 + Math.floor(Math.random() * max)
}
