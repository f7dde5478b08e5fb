import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { assignCase as assignCaseEndpoint, CaseDetail } from '#contract/moderation/cases.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { getCase } from './case.ts'
import { operatorOf } from './operatorRoute.ts'

/** Assigns a case to the operator or removes the assignment. A repeated call changes nothing. */
export async function assignCase(
  db: Db,
  me: Member,
  { target_type, target_id, assigned, take_over }: ParsedOf<typeof assignCaseEndpoint>,
): Promise<CaseDetail> {
  await getCase(db, { target_type, target_id })
  // A decision locks the open reports and then ends the assignment, so this lock lets none be added after it.
  const [open] = await db`
    select from reports where target_id = ${target_id} and target_type = ${target_type} and resolved_at is null
     limit 1 for share`
  if (!open) refuse('case_decided')
  const { count } = assigned
    ? await db`
        insert into case_assignments as a (target_type, target_id, user_id)
        values (${target_type}, ${target_id}, ${me.user_id})
        on conflict (target_id, target_type) do update set user_id = excluded.user_id, assigned_at = now()
         where a.user_id <> excluded.user_id and ${take_over}`
    : await db`
        delete from case_assignments
         where target_type = ${target_type} and target_id = ${target_id} and user_id = ${me.user_id}`
  if (count > 0) {
    await recordAction(db, {
      action: assigned ? 'case_assigned' : 'case_unassigned',
      operator: operatorOf(me),
      detail: { type: target_type, id: target_id },
    })
  }
  const after = await getCase(db, { target_type, target_id })
  if (assigned && after.assigned_to?.user_id !== me.user_id) refuse('case_assigned')
  return after
}
