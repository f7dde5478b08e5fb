import type { listGroupMembers as listGroupMembersEndpoint } from '#contract/groups.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { pageOf } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { selectMembers, selectMemberStats } from './queries.ts'

/** Returns a page of a group's members and the counts of all of them. A visitor gets only the counts. */
export async function listGroupMembers(
  db: Db,
  me: Member | null,
  input: ParsedOf<typeof listGroupMembersEndpoint>,
): Promise<OutputOf<typeof listGroupMembersEndpoint>> {
  const [stats, members] = await Promise.all([
    selectMemberStats(db, input.id),
    me ? selectMembers(db, me.user_id, input) : [],
  ])
  if (!stats) refuse('group_not_found')
  const { items, ...page } = pageOf(members, input.limit)
  return { members: items, stats, ...page }
}
