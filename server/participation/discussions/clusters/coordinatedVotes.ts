import * as votes from '#contract/coordinatedVotes.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { billExists } from '#server/participation/discussions/queries.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Reads the sizes of the clusters of a bill, that of the viewer first, and whether the viewer is in one. */
export async function listCoordinatedVotes(
  db: Db,
  me: Member,
  bill_id: string,
): Promise<Omit<OutputOf<typeof votes.listCoordinatedVotes>, 'success'>> {
  if (!(await billExists(db, bill_id))) refuse('bill_not_found')
  const rows = await db<{ size: number; found_on: string; has_viewer: boolean }[]>`
    select count(*)::int as size, k.found_on::text as found_on, bool_or(m.user_id = ${me.user_id}) as has_viewer
      from active_clusters k join vote_cluster_members m using (cluster_id)
     where k.bill_id = ${bill_id} group by k.cluster_id, k.found_on order by has_viewer desc, size desc, k.found_on, k.cluster_id`
  return {
    clusters: rows.map(({ size, found_on }) => ({ size, found_on, rule: 'A' as const })),
    includes_viewer: rows.some(({ has_viewer }) => has_viewer),
  }
}

/** Puts the appeal of a member of a cluster into the reports queue, as a report about the member's own account. */
async function appealCoordinatedVotes(
  db: Db,
  me: Member,
  input: ParsedOf<typeof votes.appealCoordinatedVotes>,
): Promise<Record<string, never>> {
  const [cluster] = await db<{ cluster_id: string; bill_code: string }[]>`
    select k.cluster_id, b.bill_code from active_clusters k join vote_cluster_members m using (cluster_id)
      join bills b using (bill_id)
     where k.bill_id = ${input.id} and m.user_id = ${me.user_id}`
  if (!cluster) refuse((await billExists(db, input.id)) ? 'not_coordinated' : 'bill_not_found')
  const details = [
    `Appeal against counting votes on ${cluster.bill_code} as one voice (cluster ${cluster.cluster_id}).`,
    (input.message ?? '').trim(),
  ]
    .filter(Boolean)
    .join(' ')
  await db`
    insert into reports (reporter_id, target_type, target_id, reason, details, reported_user_id)
    values (${me.user_id}, 'user', ${me.user_id}, 'other', ${details}, ${me.user_id})
    on conflict (reporter_id, target_type, target_id) do update
       set details = excluded.details, resolved_at = null, resolved_by = null, note = null`
  return {}
}

export const appealRoute = write(votes.appealCoordinatedVotes, ({ db, me, input }) =>
  appealCoordinatedVotes(db, me, input),
)
