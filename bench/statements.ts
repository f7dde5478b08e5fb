import { randomUUID } from 'node:crypto'
import type { Pool } from '../server/postgres/db.ts'
import type { Asked } from './load.ts'

export type Statements = {
  /** Between begin and commit. */
  perAct: number
  commits: number
  list: { calls: number; query: string }[]
}

/**
 * What one act costs the database in statements: acts done one after the other, and counted by the server itself. `keyed`:
 * each under a key of its own that makes a repeat harmless, as the client sends them.
 */
export async function countStatements(
  pool: Pool,
  port: number,
  acts: Asked[],
  keyed: boolean,
): Promise<Statements> {
  await pool`alter system set pg_stat_statements.track = 'all'`
  await pool`select pg_reload_conf()`
  await pool`select pg_stat_statements_reset()`
  for (const { method, path, token, body } of acts) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(keyed ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const list = await pool<{ calls: number; query: string }[]>`
    select calls::float8 / ${acts.length}::int as calls, trim(regexp_replace(query, '\\s+', ' ', 'g')) as query
      from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and toplevel and query not ilike '%pg_stat_statements%'
       and query not like '%pg_reload_conf%'
     order by calls desc, query`
  await pool`alter system set pg_stat_statements.track = 'none'`
  await pool`select pg_reload_conf()`
  const ofActs = list.filter(({ query }) => !isRound(query))
  const sum = (wanted: (query: string) => boolean) =>
    ofActs.filter(({ query }) => wanted(query)).reduce((total, { calls }) => total + calls, 0)
  const perAct = sum((query) => !isFrame(query) && !isLookUp(query))
  const framed = sum((query) => /^begin\b/i.test(query))
  // What stands alone is a transaction of its own.
  return { perAct, commits: framed > 0 ? framed : perAct, list: ofActs }
}

/** Work of the background, which goes on meanwhile: news to followers, exports, mails. */
function isRound(query: string): boolean {
  return /\b(due_at|next_attempt_at) <= now\(\)/.test(query)
}

/** Who calls is looked up before the transaction, once a second at most. */
function isLookUp(query: string): boolean {
  return query.includes('from sessions')
}

function isFrame(query: string): boolean {
  return /^(begin|commit)\b/i.test(query)
}
