import type { Db, Part, Transaction } from '#server/platform/postgres/db.ts'
import type { DerivedValue } from './derivedValue.ts'
import type { Scope } from './ranges.ts'

/** A stored value that differs from the value computed from its rows. `key` is the key by which it is repaired. */
export type Mismatch = { key: string; where: string; stored: string; actual: string }

/** Compares the stored and the actual rows of these keys in one statement. */
export async function compare(db: Db, value: DerivedValue, scope: Scope): Promise<Mismatch[]> {
  const { walk, key, named = key } = value
  const sideText = (side: 'k' | 'a') => {
    const pairs = columnsOf(value).map((column) => `'${column}', w.${side}_${column}`)
    return db.unsafe(`jsonb_build_object(${pairs.join(', ')})::text`)
  }
  return db<Mismatch[]>`
    select ${db.unsafe(walk ? `w.${walk.column}::text` : `''`)} as key,
           ${db.unsafe(`concat_ws(' ', ${named.map((column) => `w.${column}`).join(', ')})`)} as "where",
           case when is_stored is null then 'missing' when length(stored) > 300 then md5(stored) else stored end as stored,
           case when is_actual is null then 'none' when length(actual) > 300 then md5(actual) else actual end as actual
      from ${(await wrongRows(db, value, scope)).part} w
     cross join lateral (select ${sideText('k')} as stored, ${sideText('a')} as actual) texts
     order by 1, 2`
}

/**
 * Locks and then repairs the values of one key. The statements after the locks see what was committed while they were
 * waited for. A writer that has not committed yet either holds a lock that this waits for, or changes the row
 * afterward.
 *
 * Rows that are not derived are locked themselves. If the rows are derived, the table is locked, because a writer cannot
 * wait for a missing row; nothing else is locked before it, so no cycle of locks can arise.
 */
export async function repairKey(db: Transaction, value: DerivedValue, scope: Scope): Promise<void> {
  const { table, walk, key, rows, waitFor } = value
  if (waitFor) await db`lock table ${db(waitFor)} in share row exclusive mode`
  if (rows !== 'given') await db`lock table ${db(table)} in exclusive mode`
  else {
    const order = table.endsWith('_comments') ? ['depth desc', ...key] : key
    await db`
      select from ${db(table)} where ${scope.has(walk?.column ?? '')}
       order by ${db.unsafe(order.join(', '))} for no key update`
  }
  await writeActual(db, value, scope)
}

/** Writes the values of these keys that are wrong, without locks. */
export async function writeActual(db: Db, value: DerivedValue, scope: Scope): Promise<void> {
  const { table, key, counts = [], rows, also, retire } = value
  const columns = columnsOf(value)
  const [target, sql] = [db(table), (text: string) => db.unsafe(text)]
  const { part: wrong } = await wrongRows(db, value, scope)
  const isSame = sql(key.map((column) => `t.${column} = w.${column}`).join(' and '))
  const [keys, names] = [sql(key.join(', ')), sql([...key, ...columns].join(', '))]

  if (rows === 'counted') {
    await db`
      insert into ${target} (${names})
      select ${keys}${sql(counts.map(() => ', 0').join(''))} from ${wrong} w where is_actual
      on conflict do nothing`
  }
  if (rows === 'exact' && retire) {
    await db`update ${target} t set ${sql(retire)} from ${wrong} w where ${isSame} and is_actual is null`
  } else if (rows === 'exact') {
    await db`delete from ${target} t using ${wrong} w where ${isSame} and is_actual is null`
  }
  if (columns.length > 0) {
    const assignments = columns.map((column) =>
      counts.includes(column) && rows !== 'exact'
        ? `${column} = greatest(t.${column} + coalesce(w.a_${column}, 0) - coalesce(w.k_${column}, 0), 0)`
        : `${column} = w.a_${column}`,
    )
    await db`
      update ${target} t set ${sql([...assignments, ...(also ? [also] : [])].join(', '))}
        from ${wrong} w where ${isSame} and ${rows === 'exact' ? db`is_actual` : db`true`}`
  }
  if (rows === 'exact') {
    const updates = columns.map((column) => `${column} = excluded.${column}`).join(', ')
    const conflict = updates === '' ? 'do nothing' : `on constraint ${table}_pkey do update set ${updates}`
    await db`
      insert into ${target} (${names})
      select ${keys}${sql(columns.map((column) => `, a_${column}`).join(''))} from ${wrong} w where is_stored is null
      on conflict ${sql(conflict)}`
  }
}

function columnsOf({ counts = [], columns = [] }: DerivedValue): string[] {
  return [...counts, ...columns]
}

/**
 * Selects the wrong rows, with the columns of the stored rows as `k_…` and those of the actual rows as `a_…`. A
 * condition on a full join reaches neither side, so both sides are restricted before the join.
 */
async function wrongRows(db: Db, value: DerivedValue, scope: Scope): Promise<{ part: Part }> {
  const { walk, table, key, counts = [], columns = [], rows, stored = table, compute } = value
  const computed = compute
    ? db`
      with computed as (
        select * from jsonb_to_recordset(${db.json(await compute(db, scope))}) as r(${db.unsafe(value.computedAs ?? '')}))`
    : db``
  const joined = [...new Set([...(walk ? [walk.column] : []), ...key])].join(', ')
  const all = [joined, ...columnsOf(value)].join(', ')
  const outputs = columnsOf(value).map((column) => `, k.${column} as k_${column}, a.${column} as a_${column}`)
  const differences = [
    ...(rows === 'exact' ? ['is_stored is distinct from is_actual'] : []),
    ...counts.map((column) => `coalesce(k.${column}, 0) <> coalesce(a.${column}, 0)`),
    ...columns.map((column) => `to_jsonb(k.${column}) is distinct from to_jsonb(a.${column})`),
  ]
  const join = rows === 'given' ? (counts.length > 0 ? 'left join' : 'join') : 'full join'
  const has = scope.has(walk?.column ?? '')
  return {
    part: db`(${computed}
    select ${db.unsafe(`${joined}, is_stored, is_actual${outputs.join('')}`)}
      from (select ${db.unsafe(all)}, true as is_stored from ${db.unsafe(stored)} where ${has}) k
      ${db.unsafe(join)} (select ${db.unsafe(all)}, true as is_actual from ${db.unsafe(value.actual)} where ${has}) a
      using (${db.unsafe(joined)})
     where ${db.unsafe(differences.join(' or '))})`,
  }
}
