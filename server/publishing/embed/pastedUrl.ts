import { embedPath } from '#contract/bills/sharedBills.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { findBill } from '#server/legislation/paths/findBill.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** Returns the path of a URL, or null if it is not a URL of this site. */
export function pathOnThisSite(url: string, publicOrigin: string): string | null {
  const parsed = URL.parse(url)
  return parsed?.origin === publicOrigin ? parsed.pathname : null
}

/** Finds the bill whose page or card has this path. */
export async function findBillOn(pool: Pool, pathname: string): Promise<string | undefined> {
  const [, id] = /^\/bills\/([^/]+)$/.exec(pathname) ?? []
  if (id !== undefined) return Id.safeParse(id).success ? id : undefined
  const card = embedPath('')
  const path = pathname.startsWith(card) ? pathname.slice(card.length - 1) : pathname
  return (await findBill(pool, path))?.bill_id
}
