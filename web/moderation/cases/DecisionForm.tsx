import { useState, type SubmitEvent } from 'react'
import { checkDecisionReason, maxSuspensionDays, type Decision } from '../../../contract/moderationCases.ts'
import { messageOf } from '../../kit/api/api.ts'
import { focusAtEnd } from '../../kit/focus.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Chip } from '../../kit/ui/Badge.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { SelectField, TextArea } from '../../kit/ui/Field.tsx'
import { useDecide, type CaseKey } from './actions.ts'
import { decisionHints, decisionNames, usualReasons } from './labels.ts'
import styles from './Cases.module.css'

const periods = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [maxSuspensionDays, '1 year'],
] as const

type CaseDecisionFormProps = {
  decision: Decision
  cases: CaseKey[]
  /** The object of the decision, such as "comment" or "3 cases". */
  what: string
  onDecided: () => void
  onCancel: () => void
}

/** A form that decides one or more cases. */
export function CaseDecisionForm({ decision, cases, what, onDecided, onCancel }: CaseDecisionFormProps) {
  const decide = useDecide(cases, onDecided)
  return (
    <DecisionForm
      decision={decision}
      label={decision === 'suspend' ? 'Suspend the author' : `${decisionNames[decision]} ${what}`}
      hint={decisionHints[decision]}
      reasons={usualReasons[decision]}
      decide={decide}
      onCancel={onCancel}
    />
  )
}

type DecisionFormProps<D extends Decision> = {
  decision: D
  /** The name of the form and of its button. */
  label: string
  hint: string
  /** Usual reasons. Pressing a reason fills it in. */
  reasons: readonly string[]
  decide: {
    mutate: (input: { decision: D; reason: string; days: number | null }) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
  onCancel: () => void
}

/** A form with the reason of a decision and, for a suspension, its length. */
export function DecisionForm<D extends Decision>(props: DecisionFormProps<D>) {
  const { decision, label, hint, reasons, decide, onCancel } = props
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [isChecked, setIsChecked] = useState(false)
  const problem = checkDecisionReason(reason)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (problem || decide.isPending) return
    decide.mutate({ decision, reason: reason.trim(), days: decision === 'suspend' ? days : null })
  }

  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {decide.isError && <Alert kind="error" title={`Not decided: ${messageOf(decide.error)}`} level={3} />}
      <TextArea
        label="Reason"
        hint={hint}
        rows={2}
        ref={focusAtEnd}
        value={reason}
        error={isChecked ? problem : null}
        onChange={(event) => setReason(event.target.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a visible legend */}
      <div className={styles.chips} role="group" aria-label="Usual reasons">
        {reasons.map((usual) => (
          <Chip key={usual} aria-pressed={reason === usual} onClick={() => setReason(usual)}>
            {usual}
          </Chip>
        ))}
      </div>
      {decision === 'suspend' && (
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
          variant={decision === 'hide' || decision === 'suspend' ? 'danger' : 'primary'}
          busy={decide.isPending}
          busyLabel="Saving..."
        >
          {label}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
