import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SignedChallenge } from '#contract/accounts/passkeys.ts'
import { getSecondFactor } from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { ApiError, LocalFailure, queryFor } from '#web/kit/api/api.ts'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { BothStepsForm } from './BothStepsForm.tsx'

type Step = { code: string; passkey: SignedChallenge | null }
export type WithSecondStep = <T>(send: (step: Step) => Promise<T>) => Promise<T>
type PendingStep = {
  /** Sends the call again with the step. Rejects if the step was wrong so that the member can try again. */
  confirm: (step: Step) => Promise<void>
  /** Does nothing while the call is being sent, because the server may already have made the change. */
  cancel: () => void
}

/** The member can try again after one of these refusals. Every other one belongs to the form that sent the call. */
const stepRefusals: ReadonlySet<string> = new Set([
  'wrong_code',
  'passkey_expired',
  'passkey_unknown',
  'passkey_cloned',
  'passkey_failed',
  'too_many_attempts',
])

/**
 * Sends calls that need the second step while two-step sign-in is on. `withSecondStep` sends the call, and if the server
 * wants the step, the dialog asks for a code or a passkey and the call is sent again.
 */
export function useSecondStep(title: string) {
  const [pending, setPending] = useState<PendingStep | null>(null)

  async function withSecondStep<T>(send: (step: Step) => Promise<T>): Promise<T> {
    try {
      return await send({ code: '', passkey: null })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second_step_required')) {
        throw error
      }
    }
    return new Promise<T>((resolve, reject) => {
      let state: 'asking' | 'sending' | 'canceled' = 'asking'
      const confirm = async (step: Step) => {
        // The member may have canceled while the browser asked for the passkey.
        if (state === 'canceled') {
          return
        }
        state = 'sending'
        try {
          resolve(await send(step))
        } catch (error) {
          if (error instanceof ApiError && error.code !== null && stepRefusals.has(error.code)) {
            state = 'asking'
            throw error
          }
          reject(error)
        }
        setPending(null)
      }
      const cancel = () => {
        if (state === 'sending') {
          return
        }
        state = 'canceled'
        setPending(null)
        reject(new LocalFailure(t("Nothing was changed, because you didn't confirm that it's you.")))
      }
      setPending({ confirm, cancel })
    })
  }

  return { withSecondStep, secondStepDialog: pending && <SecondStepDialog title={title} {...pending} /> }
}

function SecondStepDialog({ title, confirm, cancel }: PendingStep & { title: string }): ReactNode {
  const query = useQuery({ ...queryFor(getSecondFactor, {}), staleTime: 0 })
  return (
    <Dialog title={title} isOpen onClose={cancel} flush>
      <QueryView
        query={query}
        level={3}
        title={t("We couldn't load your sign-in settings")}
        shape={{ label: t('Loading your sign-in settings'), heights: ['8rem'] }}
      >
        {({ second_factor }) => (
          <BothStepsForm
            factor={second_factor}
            title={t("Confirm that it's you")}
            text={t('Two-step sign-in is on, so this needs your second step.')}
            label={t('Confirm')}
            busyLabel={t('Confirming...')}
            fallback={t('This could not be confirmed. Please try again.')}
            needsPassword={false}
            onCancel={cancel}
            send={({ code, passkey }) => confirm({ code, passkey })}
          />
        )}
      </QueryView>
    </Dialog>
  )
}
