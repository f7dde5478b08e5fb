import { useEffect, useRef } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import { ApiError, messageOf } from '#web/kit/api/api.ts'
import { focusContent } from '#web/kit/focus.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { useIsMounted } from '#web/kit/useIsMounted.ts'
import { ReasonForm } from '#web/moderation/ReasonForm.tsx'
import { useDecide, type CaseKey } from './actions.ts'
import { decisionHints, decisionNames, usualReasons } from './labels.ts'

type CaseDecisionFormProps = {
  decision: Decision
  cases: CaseKey[]
  /** The object of the decision, such as "comment" or "3 cases". */
  what: string
  onDecided: () => void
  onCancel: () => void
}

export function CaseDecisionForm(props: CaseDecisionFormProps) {
  const { decision, cases, what, onDecided, onCancel } = props
  const unshownRefusal = useRef<ApiError | null>(null)
  const isMounted = useIsMounted()
  const decide = useDecide(cases, onDecided, (error) => {
    if (!(error instanceof ApiError) || error.code !== 'case_decided') return
    if (isMounted.current) unshownRefusal.current = error
    else toastRefusal(error)
  })
  const showsFailure = decide.isError
  useEffect(() => {
    if (showsFailure) unshownRefusal.current = null
  }, [showsFailure])
  // If another moderator has decided all selected cases, the form leaves the queue before it can show the refusal.
  useEffect(() => {
    return () => {
      if (unshownRefusal.current) {
        toastRefusal(unshownRefusal.current)
        if (document.activeElement === document.body) focusContent()
      }
    }
  }, [])
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

function toastRefusal(error: ApiError) {
  toast(t('Not decided: {reason}', { reason: messageOf(error) }), 'failure')
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
