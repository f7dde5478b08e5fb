import { maxMovedBills, type MovedBill, movedAmongStances } from '#contract/bills/bills.ts'
import type * as contract from '#contract/bills/bills.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The maximum length of the words of an action, of which the feed shows one or two lines. */
const maxActionLength = 200

/** Reads the bills that the member has a stance on and that moved since the member's last visit. */
export async function listMovedBills(
  db: Db,
  me: Member,
): Promise<Omit<OutputOf<typeof contract.listMovedBills>, 'success'>> {
  const [bills, [visit]] = await Promise.all([selectMoved(db, me), selectVisit(db, me)])
  return { ...visit!, bills: bills.slice(0, maxMovedBills), has_more: bills.length > maxMovedBills }
}

function selectVisit(db: Db, me: Member) {
  return db<{ since: string | null; as_of: string }[]>`
    select last_visit_at as since, now() as as_of from users where user_id = ${me.user_id}`
}

/**
 * Selects the moved bills. A bill that moved only before the member's first stance on it is left out, because the
 * member knew its new state.
 */
function selectMoved(db: Db, me: Member) {
  return db<MovedBill[]>`
    select b.bill_id, b.bill_code, b.title, b.status, b.moved_by, b.moved_at,
           case b.moved_by when 'action' then b.latest_action_on::text end as action_on,
           case b.moved_by when 'action' then (
             select left(a.description, ${maxActionLength}) from bill_actions a
              where a.bill_id = b.bill_id and a.acted_on = b.latest_action_on
              order by a.position desc limit 1) end as action,
           u.moved_seen_at is null or b.moved_at > u.moved_seen_at as is_new
      from users u
     cross join lateral (
       select bill_id, first_taken_at from stances
        where user_id = u.user_id order by changed_at desc limit ${movedAmongStances}) s
      join bills b on b.bill_id = s.bill_id and b.moved_at > greatest(u.last_visit_at, s.first_taken_at)
     where u.user_id = ${me.user_id} and u.last_visit_at is not null
     order by b.moved_at desc, b.bill_id limit ${maxMovedBills + 1}`
}
