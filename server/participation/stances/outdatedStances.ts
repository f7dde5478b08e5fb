import type { OutputOf } from '#contract/kit/endpoint.ts'
import { listOutdatedStances } from '#contract/outdatedStances.ts'
import { read } from '#server/platform/http/route/read.ts'

type OutdatedStance = OutputOf<typeof listOutdatedStances>['stances'][number]

/** Lists the member's own stances on texts that have changed since then, the latest change first. */
export const outdatedStancesRoute = read(listOutdatedStances, async ({ db, me, input }) => {
  const ofMember = db`
    from stances s join bill_counters n on n.bill_id = s.bill_id and s.version_no < n.counted_from_version
    where s.user_id = ${me.user_id}`
  const [count] = await db<{ total: number }[]>`select count(*)::int as total ${ofMember}`
  const stances = await db<OutdatedStance[]>`
    select s.bill_id, b.bill_code, b.title as bill_title, s.stance, s.changed_at as created_at, s.version_no,
           s.current_version_no, v.first_seen_at as changed_at
      from (select s.*, n.version_no as current_version_no, n.counted_from_version ${ofMember}) s
      join bills b on b.bill_id = s.bill_id
      join bill_versions v on v.bill_id = s.bill_id and v.version_no = s.counted_from_version
     order by v.first_seen_at desc, s.bill_id limit ${input.limit} offset ${input.offset}`
  const total = count?.total ?? 0
  const { limit, offset } = input
  return { stances, pagination: { total, limit, offset, has_more: offset + stances.length < total } }
})
