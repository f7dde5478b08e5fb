import { listBills } from '#contract/bills/bills.ts'
import { listCards } from '#server/participation/feed/cards.ts'
import { listPage } from '#server/participation/feed/routes.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import type { EncodedValue } from '#server/platform/postgres/sqlValues.ts'
import { Memory } from '#server/platform/records/memory.ts'
import type { FeedPage } from '../requests.ts'

/** The plan of each statement behind a page of the feed, after the connection has executed it a few times. */
export function explainPage(pool: Pool, url: string, user_id: string, page: FeedPage): Promise<string[]> {
  const me: Member = { user_id, username: '', account_status: 'active', ocd_city_id: null }
  const query = Object.fromEntries(new URLSearchParams(page.query))
  const { q = '', ...input } = listBills.input.parse(query)
  const sort = input.order === 'relevance' ? 'created_at' : input.sort
  return explainStatements(pool, url, async (db) => {
    const reading = { db, memory: new Memory(db), me }
    const { ids, reasonOf } = await listPage(reading, q, { ...input, sort })
    return listCards(reading, ids, reasonOf)
  })
}

/** The plans of the statements that `action` sends. */
export async function explainStatements(
  pool: Pool,
  url: string,
  action: (db: Pool) => Promise<unknown>,
): Promise<string[]> {
  const sent: BuiltStatement[] = []
  const db = openPool(url, operatorLimits, (statement) => void sent.push(statement))
  await action(db)
  await db.end()
  return Promise.all(sent.map((statement) => explain(pool, statement)))
}

/** The plan after seven executions, when the server has chosen between a generic and a custom plan. */
async function explain(pool: Pool, { text: query, values: parameters }: BuiltStatement): Promise<string> {
  return pool.begin(async (connection) => {
    const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
    await connection.unsafe(`prepare explained as ${query}`)
    for (let turn = 0; turn < 7; turn += 1) await connection.unsafe(`execute explained${values}`)
    const lines = await connection.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, buffers, costs off) execute explained${values}`,
    )
    const [kind] = await connection<{ generic: boolean }[]>`
      select generic_plans > 0 as generic from pg_prepared_statements where name = 'explained'`
    await connection.unsafe('deallocate explained')
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    return `${kind?.generic ? 'generic plan' : 'custom plan'}\n${plan}`
  })
}

function literal(value: EncodedValue): string {
  if (value === null) return 'null'
  const text = typeof value === 'string' ? value : String.raw`\x${value.toString('hex')}`
  return `'${text.replaceAll("'", "''")}'`
}
