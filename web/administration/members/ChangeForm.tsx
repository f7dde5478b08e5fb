import { useState, type SubmitEvent } from 'react'
import type { AdministeredMember, MemberChange } from '../../../contract/administration/members.ts'
import { checkDecisionReason, maxSuspensionDays } from '../../../contract/rules/members/operatorRoles.ts'
import { messageOf } from '../../kit/api/api.ts'
import { focusAtEnd } from '../../kit/focus.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { SelectField, TextArea } from '../../kit/ui/Field.tsx'
import { useChangeMember } from './actions.ts'
import { changeHints, changeNames } from './labels.ts'
import styles from '../Administration.module.css'

const periods = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [maxSuspensionDays, '1 year'],
] as const

type ChangeFormProps = {
  member: AdministeredMember
  change: MemberChange
  onDone: () => void
  onCancel: () => void
}

/** Changes the account of a member. The administrator enters the reason and, for a suspension, its length. */
export function ChangeForm({ member, change, onDone, onCancel }: ChangeFormProps) {
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [isChecked, setIsChecked] = useState(false)
  const changeMember = useChangeMember(member.user_id, onDone)
  const problem = checkDecisionReason(reason)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (problem || changeMember.isPending) return
    changeMember.mutate({ change, reason: reason.trim(), days: change === 'suspend' ? days : null })
  }

  const isDangerous = change === 'suspend' || change === 'remove_second_factor'
  return (
    <form className={styles.list} aria-label={changeNames[change]} onSubmit={submit} noValidate>
      {changeMember.isError && (
        <Alert kind="error" title={`Not changed: ${messageOf(changeMember.error)}`} level={3} />
      )}
      <TextArea
        label="Reason"
        hint={changeHints[change]}
        rows={2}
        ref={focusAtEnd}
        value={reason}
        error={isChecked ? problem : null}
        onChange={(event) => setReason(event.target.value)}
      />
      {change === 'suspend' && (
        <SelectField
          label="Ends after"
          value={days ?? ''}
          onChange={({ target }) => setDays(target.value === '' ? null : Number(target.value))}
        >
          {periods.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="">No end</option>
        </SelectField>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          busy={changeMember.isPending}
          busyLabel="Saving..."
        >
          {changeNames[change]}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
