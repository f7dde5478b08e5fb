import type { AdministeredMember, MemberChange } from '#contract/administration/members.ts'
import { t } from '#contract/kit/translate.ts'
import { ReasonForm } from '#web/moderation/ReasonForm.tsx'
import { useChangeMember } from './actions.ts'
import { changeHints, changeNames } from './labels.ts'

type ChangeFormProps = {
  member: AdministeredMember
  change: MemberChange
  onDone: () => void
  onCancel: () => void
}

export function ChangeForm({ member, change, onDone, onCancel }: ChangeFormProps) {
  const changeMember = useChangeMember(member.user_id, onDone)
  // After a refusal the form shows the member's new name, which the administrator must then read.
  const { username, full_name } = member
  const isLabel = change === 'label' || change === 'confirm_label'
  const name = isLabel && full_name !== null ? { username, full_name } : null
  return (
    <ReasonForm
      label={changeNames[change]}
      hint={
        name
          ? `${t('Name: {name} (@{username}).', { name: name.full_name, username })} ${changeHints[change]}`
          : changeHints[change]
      }
      isSuspension={change === 'suspend'}
      isDangerous={change === 'suspend' || change === 'remove_second_factor'}
      failure={t('Not changed')}
      mutation={changeMember}
      onSubmit={(input) => changeMember.mutate({ change, name, ...input })}
      onCancel={onCancel}
    />
  )
}
