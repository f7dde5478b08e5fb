import type { MemberType, OperatorRole } from '#contract/accounts/memberRoles.ts'
import type { AdministeredMember, MemberChange, MemberState } from '#contract/administration/members.ts'
import { formatDate } from '#web/kit/format.ts'

export const stateNames: Record<MemberState, string> = {
  active: 'Active',
  inactive: 'Deactivated',
  suspended: 'Suspended',
  deleting: 'Deletion pending',
}

export const typeNames: Record<MemberType, string> = {
  regular: 'None',
  elected_official: 'Elected official',
  community_leader: 'Community leader',
}

export const roleNames: Record<OperatorRole, string> = {
  moderator: 'Moderator',
  administrator: 'Administrator',
}

export const changeNames: Record<MemberChange, string> = {
  suspend: 'Suspend',
  lift: 'Lift the suspension',
  remove_second_factor: 'Remove two-step sign-in',
  label: 'Label as community leader',
  confirm_label: 'Confirm the new name',
  unlabel: 'Remove the label',
}

/** Hints that say what a change does and who sees its reason. */
export const changeHints: Record<MemberChange, string> = {
  suspend: 'The member is signed out and cannot sign in. We email them the reason.',
  lift: 'The member can sign in again. We email them the reason.',
  remove_second_factor:
    'First make sure that the request comes from the member. We email them that it was removed. Only operators see the reason.',
  label:
    'First make sure that the name belongs to the member. Groups show the label beside their name. Only operators see the reason.',
  confirm_label:
    'First make sure that the new name belongs to the member. The label is shown again. Only operators see the reason.',
  unlabel: 'Groups no longer show a label. Only operators see the reason.',
}

/** Returns the changes that the state of the account allows. */
export function possibleChanges(member: AdministeredMember): MemberChange[] {
  if (member.role !== null || member.state === 'deleting') return []
  const possible: MemberChange[] = [member.state === 'suspended' ? 'lift' : 'suspend']
  if (member.has_second_factor) possible.push('remove_second_factor')
  if (member.is_label_hidden) possible.push('confirm_label')
  possible.push(member.member_type === 'regular' ? 'label' : 'unlabel')
  return possible
}

/** Says when a suspension ends, or until when a deleted account can be restored. */
export function stateDetail({ state, suspended_until, purge_at }: AdministeredMember): string | null {
  if (purge_at !== null) {
    return `Deleted by the member, who can restore the account until ${formatDate(purge_at)}`
  }
  if (state !== 'suspended') return null
  return suspended_until === null
    ? 'Suspended without an end'
    : `Suspended until ${formatDate(suspended_until)}`
}
