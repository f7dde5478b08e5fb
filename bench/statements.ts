import { randomUUID } from 'node:crypto'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { BenchRequest } from './load.ts'

export type Statements = {
  /** Statements between begin and commit. */
  perAction: number
  commits: number
  list: { calls: number; query: string }[]
}

/**
 * Counts the statements of one action as the database reports them. The actions run one after another. If `keyed` is true,
 * each has its own idempotency key, as in the client.
 */
export async function countStatements(
  pool: Pool,
  port: number,
  actions: BenchRequest[],
  keyed: boolean,
): Promise<Statements> {
  await pool`alter system set pg_stat_statements.track = 'all'`
  await pool`select pg_reload_conf()`
  await pool`select pg_stat_statements_reset()`
  for (const { method, path, token, body } of actions) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(keyed ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const list = await pool<{ calls: number; query: string }[]>`
    select calls::float8 / ${actions.length}::int as calls, trim(regexp_replace(query, '\\s+', ' ', 'g')) as query
      from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and toplevel and query not ilike '%pg_stat_statements%'
       and query not like '%pg_reload_conf%'
     order by calls desc, query`
  await pool`alter system set pg_stat_statements.track = 'none'`
  await pool`select pg_reload_conf()`
  const ofActions = list.filter(({ query }) => !isBackgroundWork(query))
  const sum = (wanted: (query: string) => boolean) =>
    ofActions.filter(({ query }) => wanted(query)).reduce((total, { calls }) => total + calls, 0)
  const perAction = sum((query) => !isBeginOrCommit(query) && !isSessionLookup(query))
  const begins = sum((query) => /^begin\b/i.test(query))
  // A statement outside a transaction is its own transaction.
  return { perAction, commits: begins > 0 ? begins : perAction, list: ofActions }
}

/** Statements of the workers, which run at the same time: claims of jobs, folding of counters, and notifications of votes. */
function isBackgroundWork(query: string): boolean {
  return /\bnext_\w+_at"? (<= now\(\)|is not null)|\b(fold_bill_counters|notify_pending_votes)\(/.test(query)
}

/** The session lookup runs before the transaction, at most once a second per session. */
function isSessionLookup(query: string): boolean {
  return query.includes('from sessions')
}

function isBeginOrCommit(query: string): boolean {
  return /^(begin|commit)\b/i.test(query)
}
