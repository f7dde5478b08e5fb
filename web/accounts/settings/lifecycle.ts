import { deactivate, deleteAccount, reactivate } from '../../../contract/accounts.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { dispatch } from '../../kit/session/session.ts'
import { normalizeUser } from '../../kit/session/sessionUser.ts'

export type Outcome = { success: true } | { success: false; error: string }

/** Hides the member until they come back; the server ends every session. */
export function deactivateOwn(): Promise<Outcome> {
  return outcomeOf(() => call(deactivate, {}), 'Failed to deactivate account')
}

/** Removes the account and everything in it for good. */
export function deleteOwn(): Promise<Outcome> {
  return outcomeOf(() => call(deleteAccount, {}), 'Failed to delete account')
}

/** Brings a deactivated account back; the stored user is active again. */
export function reactivateOwn(): Promise<Outcome> {
  return outcomeOf(async () => {
    const { user } = await call(reactivate, {})
    dispatch({ type: 'update_user', fields: { ...normalizeUser(user), accountStatus: 'active' } })
  }, 'Failed to reactivate account')
}

async function outcomeOf(deed: () => Promise<unknown>, fallback: string): Promise<Outcome> {
  try {
    await deed()
    return { success: true }
  } catch (failure) {
    return { success: false, error: messageOr(failure, { answer: fallback, exception: fallback }) }
  }
}
