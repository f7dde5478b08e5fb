import { t } from '#contract/kit/translate.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import { ReasonForm } from '#web/moderation/ReasonForm.tsx'
import { useDecide, type CaseKey } from './actions.ts'
import { decisionHints, decisionNames, usualReasons } from './labels.ts'

type CaseDecisionFormProps = {
  decision: Decision
  cases: CaseKey[]
  /** The object of the decision, such as "comment" or "3 cases". */
  what: string
  onDecided: () => void
  onFailed?: (error: Error) => void
  onCancel: () => void
}

export function CaseDecisionForm(props: CaseDecisionFormProps) {
  const { decision, cases, what, onDecided, onFailed, onCancel } = props
  const decide = useDecide(cases, onDecided, onFailed)
  return (
    <DecisionForm
      decision={decision}
      label={
        decision === 'suspend'
          ? t('Suspend the author')
          : t('{decision} {item}', { decision: decisionNames[decision], item: what })
      }
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
  return (
    <ReasonForm
      label={label}
      hint={hint}
      isSuspension={decision === 'suspend'}
      isDangerous={decision === 'hide' || decision === 'suspend'}
      failure={t('Not decided')}
      mutation={decide}
      reasons={reasons}
      onSubmit={(input) => decide.mutate({ decision, ...input })}
      onCancel={onCancel}
    />
  )
}
