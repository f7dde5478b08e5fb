import type { Db } from '#server/platform/postgres/db.ts'
import { pathKey, pathKeys } from './pathKey.ts'

/**
 * Finds the bill at this path, in any of its spellings, and the bill's current path, or undefined if the path is not
 * a path of a bill, or if it matches no bill or more than one.
 */
export async function findBill(
  db: Db,
  pathname: string,
): Promise<{ bill_id: string; path: string } | undefined> {
  if (pathKey(pathname) === null) return undefined
  const keys = pathKeys(pathname)
  const exact = pathname.replace(/^\//, '')
  const [bill, other] = await db<{ bill_id: string; path: string; is_exact: boolean; path_key: string }[]>`
    select b.bill_id, b.path, p.path = ${exact} as is_exact, p.path_key
      from bill_paths p join bills b using (bill_id)
     where p.path_key = any(${keys})
     order by is_exact desc, array_position(${keys}::text[], p.path_key), p.is_current desc limit 2`
  if (!bill) return undefined
  const isAmbiguous =
    !bill.is_exact &&
    other !== undefined &&
    other.bill_id !== bill.bill_id &&
    other.path_key === bill.path_key
  return isAmbiguous ? undefined : { bill_id: bill.bill_id, path: bill.path }
}

export async function selectPath(db: Db, bill_id: string): Promise<string | undefined> {
  const [bill] = await db<{ path: string }[]>`select path from bills where bill_id = ${bill_id}`
  return bill?.path
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}
