import { useCallback } from 'react'
import { updateWelcome, type Welcome, type WelcomeStep, welcomeSteps } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { currentSession, dispatch } from '#web/kit/session/session.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'

export type StepProps = {
  /** The id of the heading, which names the card. */
  headingId: string
  /** True if the heading takes the focus. */
  takesFocus: boolean
  onFinish: (state: 'done' | 'skipped') => void
}

/** Returns the step to show, or undefined if no step is open. */
export function firstOpenStep(welcome: Welcome | null): WelcomeStep | undefined {
  return welcomeSteps.find((step) => welcome?.[step] === 'open')
}

type Update = Parameters<typeof call<typeof updateWelcome>>[1]

/** Saves the state of the card, and shows it at once. If it cannot be saved, the step appears again on the next visit. */
function save(welcome: Welcome | null, update: Update) {
  dispatch({ type: 'update_user', fields: { welcome } })
  if (Object.keys(update).length === 0) {
    return
  }
  call(updateWelcome, update).catch(() => {
    toast(t('Your answer could not be saved. We will ask again on your next visit.'), 'failure')
  })
}

/** Closes the card forever. */
export function closeWelcome() {
  save(null, { closed: true })
}

/** Returns a function that completes or skips a step, and returns true if no step is left. */
export function useFinishStep() {
  return useCallback((step: WelcomeStep, state: 'done' | 'skipped'): boolean => {
    const { user } = currentSession()
    if (!user?.welcome) {
      return true
    }
    // A stance that the member took in the feed below the card also completes the step.
    const stance = user.welcome.stance === 'open' && user.totalStances > 0 ? 'done' : user.welcome.stance
    const next = { ...user.welcome, stance, [step]: state }
    const hasEnded = firstOpenStep(next) === undefined
    save(hasEnded ? null : next, {
      ...(state === 'skipped' ? { skipped: step } : {}),
      ...(step === 'district' && state === 'done' ? { district_confirmed: true as const } : {}),
      ...(hasEnded ? { closed: true as const } : {}),
    })
    return hasEnded
  }, [])
}
