import type { Db } from '#server/platform/postgres/db.ts'

type OtherSuspensions = {
  /** When the last one in force ends, or "infinity". Null if none is in force. */
  ends_at: string | null
  /** True if one in force has set the member's stances, votes and likes aside, as decisions about cohorts do. */
  is_uncounted: boolean
  /** True if the audit log has any, also if none is in force any more. */
  is_recorded: boolean
}

/**
 * Reads the suspensions of a member from the audit log, without that of an access code or without the one that an appeal is
 * about. Those that successful appeals were about are no longer in force.
 */
export async function otherSuspensions(
  db: Db,
  user_id: string,
  { code = null, appeal_id = null }: { code?: string | null; appeal_id?: string | null },
): Promise<OtherSuspensions> {
  const [others] = await db<OtherSuspensions[]>`
    select (max(ends_at) filter (where is_in_force))::text as ends_at,
           coalesce(bool_or(is_uncounted) filter (where is_in_force), false) as is_uncounted,
           count(*) > 0 as is_recorded
      from (
        select end_of.ends_at, coalesce(s.detail ? 'cohort_id', false) as is_uncounted,
               end_of.ends_at > now()
               and not exists (
                 select from audit_log l
                  where l.user_id = s.user_id and l.action = 'suspension_lifted' and l.audit_id > s.audit_id
                    -- The end of the suspension of a code leaves the other suspensions in force.
                    and (l.detail->>'still_suspended' is distinct from 'true' or l.detail->>'code' = s.detail->>'code'))
               -- The decision of an appeal is the first suspension for the same case that was recorded at or after its
               -- time. Many records name no case, such as those of commands.
               and not exists (
                 select from appeals r
                  where r.user_id = s.user_id and r.decision = 'suspend'
                    and (r.appeal_id = ${appeal_id}::uuid or r.outcome = 'reversed')
                    and s.audit_id = (select min(o.audit_id) from audit_log o
                                        where o.user_id = r.user_id and o.action = 'suspended'
                                          and coalesce(o.detail->>'id', r.target_id::text) = r.target_id::text
                                          and o.created_at >= r.decided_at)) as is_in_force
          from audit_log s
         cross join lateral (
           select coalesce(s.created_at + make_interval(days => (s.detail->>'days')::int), 'infinity') as ends_at) end_of
         where s.user_id = ${user_id} and s.action = 'suspended'
           and (${code}::text is null or s.detail->>'code' is distinct from ${code})) recorded`
  return others!
}
