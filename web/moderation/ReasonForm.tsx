import { useState, type SubmitEvent } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { checkDecisionReason, maxSuspensionDays } from '#contract/moderation/decisions.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { SelectField, TextArea } from '#web/kit/ui/Field.tsx'
import styles from './Panel.module.css'

const periods = [
  [1, daysText(1)],
  [7, daysText(7)],
  [30, daysText(30)],
  [maxSuspensionDays, t('1 year')],
] as const

function daysText(days: number): string {
  return plural(days, '{n} day|{n} days')
}

type ReasonFormProps = {
  /** The name of the form and of its button. */
  label: string
  hint: string
  isSuspension: boolean
  isDangerous: boolean
  /** How the message of a failure begins, for example "Not changed". */
  failure: string
  mutation: { isPending: boolean; isError: boolean; error: unknown }
  /** Usual reasons. Pressing a reason fills it in. */
  reasons?: readonly string[]
  /** `days` is null without an end, and if nobody is suspended. */
  onSubmit: (input: { reason: string; days: number | null }) => void
  onCancel: () => void
}

/** A form for an action on a member or their content, with its reason and, for a suspension, its length. */
export function ReasonForm(props: ReasonFormProps) {
  const { label, hint, isSuspension, isDangerous, failure, mutation, reasons, onSubmit, onCancel } = props
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const problem = checkDecisionReason(reason)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (problem || mutation.isPending) {
      return
    }
    onSubmit({ reason: reason.trim(), days: isSuspension ? days : null })
  }

  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {mutation.isError && (
        <Alert kind="error" title={`${failure}: ${messageOf(mutation.error)}`} level={3} />
      )}
      <TextArea
        label={t('Reason')}
        required
        hint={hint}
        rows={2}
        ref={focusAtEnd}
        value={reason}
        error={wasSubmitted ? problem : null}
        onChange={(event) => setReason(event.target.value)}
      />
      {reasons && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a visible legend
        <div className={styles.buttons} role="group" aria-label={t('Usual reasons')}>
          {reasons.map((usual) => (
            <Chip key={usual} aria-pressed={reason === usual} onClick={() => setReason(usual)}>
              {usual}
            </Chip>
          ))}
        </div>
      )}
      {isSuspension && (
        <SelectField
          label={t('Ends after')}
          value={days ?? ''}
          onChange={({ target }) => setDays(target.value === '' ? null : Number(target.value))}
        >
          {periods.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="">{t('No end')}</option>
        </SelectField>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          busy={mutation.isPending}
          busyLabel={t('Saving...')}
        >
          {label}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
