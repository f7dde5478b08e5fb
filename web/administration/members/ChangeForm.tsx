import type { AdministeredMember, MemberChange } from '../../../contract/administration/members.ts'
import { ReasonForm } from '../../moderation/ReasonForm.tsx'
import { useChangeMember } from './actions.ts'
import { changeHints, changeNames } from './labels.ts'

type ChangeFormProps = {
  member: AdministeredMember
  change: MemberChange
  onDone: () => void
  onCancel: () => void
}

/** Changes the account of a member. */
export function ChangeForm({ member, change, onDone, onCancel }: ChangeFormProps) {
  const changeMember = useChangeMember(member.user_id, onDone)
  return (
    <ReasonForm
      label={changeNames[change]}
      hint={changeHints[change]}
      isSuspension={change === 'suspend'}
      isDangerous={change === 'suspend' || change === 'remove_second_factor'}
      failure="Not changed"
      mutation={changeMember}
      onSubmit={(input) => changeMember.mutate({ change, ...input })}
      onCancel={onCancel}
    />
  )
}
