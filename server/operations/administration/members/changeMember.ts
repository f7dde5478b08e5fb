import type { MemberType } from '#contract/accounts/memberRoles.ts'
import type {
  AdministeredMember,
  changeMember as changeMemberEndpoint,
} from '#contract/administration/members.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { endedDetail } from '#server/members/accounts/recoveryNotice.ts'
import { returnToOwner } from '#server/members/accounts/secondFactor/returnToOwner.ts'
import { saveMemberType, suspend } from '#server/members/people/lifecycle.ts'
import { closeAppealsOf } from '#server/operations/moderation/appeals/store.ts'
import { emailAuthor } from '#server/operations/moderation/cases/notices.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import { liftAndCount } from '#server/operations/moderation/codeCohort.ts'
import { confirmName } from '#server/operations/moderation/confirmName.ts'
import { flagLookalikesOfAccount } from '#server/operations/moderation/flagging.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction, type AuditRecord } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { getMember } from './member.ts'

type Input = ParsedOf<typeof changeMemberEndpoint> & { publicOrigin: string }
type Change = { member: AdministeredMember } & Pick<Input, 'days' | 'name' | 'publicOrigin'>

/**
 * Makes a change with the same functions as the commands so that a change on the screen has the same effect as a
 * command. In addition, the member is emailed.
 */
export async function changeMember(db: Db, me: Member, input: Input): Promise<AdministeredMember> {
  const { user_id, days, publicOrigin } = input
  const member = await getMember(db, user_id)
  if (user_id === me.user_id) refuse('own_case')
  if (member.role !== null) refuse('operator_case')
  if (member.state === 'deleting') refuse('nothing_to_change')
  const done = await carryOut(db, input.change, { member, days, publicOrigin, name: input.name })
  if (!done) refuse('nothing_to_change')
  const reason = input.reason?.trim() ?? ''
  const { action, detail } = done
  await recordAction(db, { action, user_id, operator: operatorOf(me), detail: { reason, ...detail } })
  if (input.change === 'suspend' || input.change === 'lift') {
    const decision = input.change === 'suspend' ? 'suspend' : 'restore'
    const key = { target_type: 'user' as const, target_id: user_id }
    const decided_by = operatorOf(me)
    if (decision === 'restore') await closeAppealsOf(db, key, { by: decided_by, answer: reason })
    await emailAuthor(db, user_id, { ...key, decision, reason, decided_by, publicOrigin })
  }
  return getMember(db, user_id)
}

/** Makes the change. Returns what was done, for the audit log. Null if there was nothing to do. */
async function carryOut(
  db: Db,
  change: Input['change'],
  { member, days, publicOrigin, name }: Change,
): Promise<Pick<AuditRecord, 'action' | 'detail'> | null> {
  const { user_id, member_type } = member
  if (change === 'suspend') {
    return (await suspend(db, user_id, days)) ? { action: 'suspended', detail: { days } } : null
  }
  if (change === 'lift') return (await liftAndCount(db, user_id)) ? { action: 'suspension_lifted' } : null
  if (change === 'remove_second_factor') {
    const ended = await returnToOwner(db, user_id, publicOrigin)
    return ended && { action: 'second_factor_removed', detail: endedDetail(ended) }
  }
  const next = labelAfter(change, member)
  if (change === 'confirm_label') {
    if (!member.is_label_hidden) return null
    await confirmName(db, user_id, name)
    await saveMemberType(db, user_id, next)
    if (next === 'elected_official') await flagLookalikesOfAccount(db, user_id)
    return { action: 'label_set', detail: { member_type: next } }
  }
  // `label` does not replace the label of an official. An administrator must remove that label with `unlabel` first.
  if (member_type === next || (change === 'label' && member_type !== 'regular')) return null
  if (change === 'label') await confirmName(db, user_id, name)
  await saveMemberType(db, user_id, next)
  return { action: 'label_set', detail: { member_type: next } }
}

function labelAfter(change: Input['change'], member: AdministeredMember): MemberType {
  if (change === 'confirm_label') return member.member_type
  return change === 'label' ? 'community_leader' : 'regular'
}
