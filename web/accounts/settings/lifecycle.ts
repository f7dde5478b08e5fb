import { deactivate, deleteAccount, reactivate } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import type { WithSecondStep } from '#web/accounts/secondFactor/useSecondStep.tsx'
import { call, messageOr } from '#web/kit/api/api.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'

export type Outcome = { success: true } | { success: false; error: string }

/** Deactivates the account, which hides the member until they reactivate. The server ends every session. */
export function deactivateOwn(): Promise<Outcome> {
  return outcomeOf(() => call(deactivate, {}), t('Failed to deactivate account'))
}

/** Deletes the account and all of its data. `withSecondStep` adds the second step if the server wants it. */
export function deleteOwn(withSecondStep: WithSecondStep): Promise<Outcome> {
  return outcomeOf(() => withSecondStep((step) => call(deleteAccount, step)), t('Failed to delete account'))
}

/** Reactivates a deactivated account and updates the stored user. */
export function reactivateOwn(): Promise<Outcome> {
  return outcomeOf(async () => {
    const { user } = await call(reactivate, {})
    dispatch({ type: 'update_user', fields: { ...normalizeUser(user), accountStatus: 'active' } })
  }, t('Failed to reactivate account'))
}

async function outcomeOf(send: () => Promise<unknown>, fallback: string): Promise<Outcome> {
  try {
    await send()
    return { success: true }
  } catch (failure) {
    return { success: false, error: messageOr(failure, fallback) }
  }
}
