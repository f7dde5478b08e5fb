import type { MemberType, OperatorRole } from '#contract/accounts/memberRoles.ts'
import type { AdministeredMember, MemberChange, MemberState } from '#contract/administration/members.ts'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'

export const stateNames: Record<MemberState, string> = {
  active: t('Active'),
  inactive: t('Deactivated'),
  suspended: t('[account]Suspended'),
  deleting: t('Deletion pending'),
}

export const typeNames: Record<MemberType, string> = {
  regular: t('[label]None'),
  elected_official: t('Elected official'),
  community_leader: t('Community leader'),
}

export const roleNames: Record<OperatorRole, string> = {
  moderator: t('Moderator'),
  administrator: t('Administrator'),
}

export const changeNames: Record<MemberChange, string> = {
  suspend: t('Suspend'),
  lift: t('Lift the suspension'),
  remove_second_factor: t('Remove two-step sign-in'),
  label: t('Label as community leader'),
  confirm_label: t('Confirm the new name'),
  unlabel: t('Remove the label'),
}

/** Hints that say what a change does and who sees its reason. */
export const changeHints: Record<MemberChange, string> = {
  suspend: t('The member is signed out and cannot sign in. We email them the reason.'),
  lift: t('The member can sign in again. We email them the reason.'),
  remove_second_factor: t(
    'First make sure that the request comes from the member. We email them that it was removed. Only operators see the reason.',
  ),
  label: t(
    'First make sure that the name belongs to the member. Groups show the label beside their name. Only operators see the reason.',
  ),
  confirm_label: t(
    'First make sure that the new name belongs to the member. The label is shown again. Only operators see the reason.',
  ),
  unlabel: t('Groups no longer show a label. Only operators see the reason.'),
}

/** Returns the changes that the state of the account allows. */
export function possibleChanges(member: AdministeredMember): MemberChange[] {
  if (member.role !== null || member.state === 'deleting') {
    return []
  }
  const possible: MemberChange[] = [member.state === 'suspended' ? 'lift' : 'suspend']
  if (member.has_second_factor) {
    possible.push('remove_second_factor')
  }
  if (member.is_label_hidden) {
    possible.push('confirm_label')
  }
  possible.push(member.member_type === 'regular' ? 'label' : 'unlabel')
  return possible
}

/** Says when a suspension ends, or until when a deleted account can be restored. */
export function stateDetail({ state, suspended_until, purge_at }: AdministeredMember): string | null {
  if (purge_at !== null) {
    // The email to the member names the same day, in UTC.
    return t('Deleted by the member, who can restore the account until {date}', {
      date: formatDate(purge_at.slice(0, 10)),
    })
  }
  if (state !== 'suspended') {
    return null
  }
  return suspended_until === null
    ? t('Suspended without an end')
    : t('Suspended until {date}', { date: formatDate(suspended_until) })
}
