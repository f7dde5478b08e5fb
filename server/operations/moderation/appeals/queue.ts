import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type { Appeal, listAppeals as listAppealsEndpoint } from '#contract/moderation/appeals.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import { selectTarget } from '#server/operations/moderation/cases/target.ts'
import { cursorAfter } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

/** Returns one page of the appeals that wait for a decision, the one that has waited longest first. */
export async function listAppeals(
  db: Db,
  me: Member,
  { limit, after }: ParsedOf<typeof listAppealsEndpoint>,
): Promise<OutputOf<typeof listAppealsEndpoint>> {
  const position = after
    ? db`and (a.appealed_at, a.appeal_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : db``
  const rows = await db<(Omit<Appeal, 'content'> & { key: string })[]>`
    select a.appeal_id, a.target_type, a.target_id, a.decision, a.reason, iso_time(a.decided_at) as decided_at,
           iso_time(a.appealed_at) as appealed_at, a.content as text, u.username as author_username,
           a.user_id <> ${me.user_id} and ${mayDecide(db, me)} as can_decide, time_key(a.appealed_at) as key
      from appeals a join users u using (user_id)
     where u.account_status <> 'closed' and a.appealed_at is not null and a.resolved_at is null ${position}
     order by a.appealed_at, a.appeal_id limit ${limit + 1}`
  const appeals: Appeal[] = []
  for (const { key: _key, ...row } of rows.slice(0, limit)) {
    const target = await selectTarget(db, row)
    appeals.push({ ...row, content: target?.text ?? null })
  }
  return { appeals, next: cursorAfter(rows, limit, ({ key, appeal_id }) => [key, appeal_id]) }
}

/**
 * Returns the condition that the member may decide an appeal against a decision. The moderator who made the decision
 * may not, unless no other active member has a role and two-step sign-in. Without this exception, nobody could decide the
 * appeals of a town with one moderator.
 */
export function mayDecide(db: Db, me: Member): Part {
  return db`
    (a.decided_by <> ${operatorOf(me)}
     or not exists (select from operator_roles r join second_factors f using (user_id) join users u using (user_id)
                     where u.account_status = 'active' and r.user_id <> ${me.user_id} and r.user_id <> a.user_id))`
}
