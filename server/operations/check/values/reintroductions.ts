import { hasSameWords, selectPairs } from '#server/legislation/sessions/reintroductions.ts'
import { bills, type DerivedCount } from '#server/operations/check/derivedCount.ts'
import { lockRecords } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Checks which bills were introduced again in the next session. Imports derive this from titles, sessions and texts.
 */
export const reintroductionValues: DerivedCount[] = [
  {
    what: 'which bills were introduced again',
    keys: bills,
    find: async (db, scope) => [
      ...(await missingPairs(db, scope)).map((pair) => ({
        key: pair.bill_id,
        where: `${pair.bill_id} ${pair.new_bill_id}`,
        stored: 'missing',
        actual: 'introduced again',
      })),
      ...(await wrongPairs(db, scope)).map((pair) => ({
        key: pair.bill_id,
        where: `${pair.bill_id} ${pair.new_bill_id}`,
        stored: 'introduced again',
        actual: 'not the same bill in the next session',
      })),
    ],
    repair: {
      lock: lockRecords,
      write: async (db, scope) => {
        await db`
          delete from bill_reintroductions r
           using jsonb_to_recordset(${db.json(await wrongPairs(db, scope))}) as w(bill_id uuid, new_bill_id uuid)
           where (r.bill_id, r.new_bill_id) = (w.bill_id, w.new_bill_id)`
        await db`
          insert into bill_reintroductions (bill_id, new_bill_id)
          select bill_id, new_bill_id
            from jsonb_to_recordset(${db.json(await missingPairs(db, scope))}) as m(bill_id uuid, new_bill_id uuid)
          on conflict do nothing`
      },
    },
  },
]

type Pair = { bill_id: string; new_bill_id: string }

/** The number of rows that are read at once, which limits the memory. */
const rowsAtOnce = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

async function missingPairs(db: Db, scope: Scope): Promise<Pair[]> {
  const missing = new Map<string, Pair>()
  for (let after: string | undefined = firstId; after !== undefined;) {
    const page: { bill_id: string; source_id: string }[] = await db`
      select bill_id, source_id from bills
       where legislative_session is not null and bill_id > ${after} and ${scope.has('bill_id')} order by bill_id limit ${rowsAtOnce}`
    const source_ids = page.map(({ source_id }) => source_id)
    for (const pair of await selectPairs(db, source_ids)) {
      const { bill_id, new_bill_id } = pair
      const key = `${bill_id} ${new_bill_id}`
      // Each pair is found from both of its bills.
      if (!missing.has(key) && (await hasSameWords(db, pair))) missing.set(key, { bill_id, new_bill_id })
    }
    after = page.at(-1)?.bill_id
  }
  return [...missing.values()]
}

type StoredPair = Pair & { is_next_session: boolean; versions: number[]; new_versions: number[] }

/**
 * Selects stored pairs that are wrong. A pair stays correct if one of its bills gets another title or text later,
 * because the later bill is still a reintroduction.
 */
async function wrongPairs(db: Db, scope: Scope): Promise<Pair[]> {
  const wrong: Pair[] = []
  let last: Pair | undefined = { bill_id: firstId, new_bill_id: firstId }
  while (last) {
    const pairs: StoredPair[] = await selectStoredPairs(db, scope, last)
    for (const pair of pairs) {
      const { bill_id, new_bill_id } = pair
      if (!pair.is_next_session || !(await sharesAnyText(db, pair))) wrong.push({ bill_id, new_bill_id })
    }
    last = pairs.at(-1)
  }
  return wrong
}

function selectStoredPairs(db: Db, scope: Scope, after: Pair): Promise<StoredPair[]> {
  const versionsOf = (bill: string) => db`array(
    select t.version_no from bill_version_texts t join bill_versions v using (bill_id, version_no)
     where t.bill_id = ${db(bill)} and v.document_type = 'bill' order by t.version_no desc)`
  return db<StoredPair[]>`
    select r.bill_id, r.new_bill_id, ${versionsOf('r.bill_id')} as versions, ${versionsOf('r.new_bill_id')} as new_versions,
           exists (
             select from legislative_sessions o
               join legislative_sessions n on n.jurisdiction = o.jurisdiction and n.start_date > o.start_date
              where o.jurisdiction = b.jurisdiction and b.legislative_session = any (o.keys) and o.classification = 'regular'
                and n.jurisdiction = nb.jurisdiction and nb.legislative_session = any (n.keys) and n.classification = 'regular'
                and not exists (
                  select from legislative_sessions between_them
                   where between_them.jurisdiction = o.jurisdiction and between_them.classification = 'regular'
                     and between_them.start_date > o.start_date and between_them.start_date < n.start_date)
           ) as is_next_session
      from bill_reintroductions r join bills b on b.bill_id = r.bill_id join bills nb on nb.bill_id = r.new_bill_id
     where (r.bill_id, r.new_bill_id) > (${after.bill_id}, ${after.new_bill_id}) and ${scope.has('r.bill_id')}
     order by r.bill_id, r.new_bill_id limit ${rowsAtOnce}`
}

async function sharesAnyText(db: Db, pair: StoredPair): Promise<boolean> {
  for (const version_no of pair.versions) {
    for (const new_version_no of pair.new_versions) {
      if (await hasSameWords(db, { ...pair, version_no, new_version_no })) return true
    }
  }
  return false
}
