import type * as z from 'zod/mini'
import { type BookmarkedBill, maxBookmarks } from '#contract/bills/bills.ts'
import * as bills from '#contract/bills/bills.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export const bookmarkRoutes = [
  action(bills.addBookmark, ({ db, input, write }) =>
    responseOf(db`select response from add_bookmark(${write}, ${input.id}, ${maxBookmarks})`),
  ),
  action(bills.removeBookmark, ({ db, input, write }) =>
    responseOf(db`select response from remove_bookmark(${write}, ${input.id})`),
  ),
  read(bills.listBookmarks, async ({ db, me }) => ({ bookmarked_bills: await listBookmarks(db, me) })),
]

function listBookmarks(db: Db, me: Member): Promise<z.infer<typeof BookmarkedBill>[]> {
  return db<z.infer<typeof BookmarkedBill>[]>`
    select k.bill_id, b.title, b.bill_code, b.government_level, s.stance as user_stance,
           k.created_at as bookmarked_at
      from bookmarks k join bills b using (bill_id)
      left join stances s on s.bill_id = k.bill_id and s.user_id = k.user_id
     where k.user_id = ${me.user_id} order by k.created_at desc, k.bill_id`
}
