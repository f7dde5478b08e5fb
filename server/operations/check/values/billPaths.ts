import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockRecords } from '#server/operations/check/locks.ts'

/** The expected address of bill `b`. If another bill had the address first, it ends with a part of the bill's id. */
const expected = 'bill_path(b.source_id, b.government_level, b.jurisdiction)'
const other = `${expected} || '-' || left(b.bill_id::text, 8)`

/** Checks the addresses of bills, which are derived from their source ids. */
export const billPaths: DerivedCount[] = [
  {
    what: "a bill's address",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select b.bill_id as key, b.bill_id as "where", b.path as stored, ${db.unsafe(expected)} as actual
        from bills b where ${scope.has('b.bill_id')} and b.path not in (${db.unsafe(expected)}, ${db.unsafe(other)})`,
    repair: {
      lock: lockRecords,
      // A trigger keeps the wrong address as an earlier address of the bill, because links may contain it.
      write: (db, scope) => db`
        update bills b
           set path = case when exists (select from bill_paths p
                                         where p.path = ${db.unsafe(expected)} and p.bill_id <> b.bill_id)
                           then ${db.unsafe(other)} else ${db.unsafe(expected)} end
         where ${scope.has('b.bill_id')} and b.path not in (${db.unsafe(expected)}, ${db.unsafe(other)})`,
    },
  },
  {
    what: 'the list of addresses',
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select b.bill_id as key, b.bill_id as "where", coalesce(p.path, 'none') as stored, b.path as actual
        from bills b left join bill_paths p on p.bill_id = b.bill_id and p.is_current
       where ${scope.has('b.bill_id')} and p.path is distinct from b.path`,
    repair: {
      lock: lockRecords,
      write: async (db, scope) => {
        await db`
          update bill_paths p set is_current = false
            from bills b
           where b.bill_id = p.bill_id and ${scope.has('b.bill_id')} and p.is_current and p.path <> b.path`
        await db`
          insert into bill_paths (path, bill_id, is_current)
          select b.path, b.bill_id, true
            from bills b left join bill_paths p on p.bill_id = b.bill_id and p.is_current
           where ${scope.has('b.bill_id')} and p.path is null
          on conflict (path) do update set is_current = true where bill_paths.bill_id = excluded.bill_id`
      },
    },
  },
]
