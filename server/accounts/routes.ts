import * as accounts from '../../contract/accounts.ts'
import { refuse } from '../../contract/refusals.ts'
import { route } from '../kit/route.ts'
import { sendResetLink, setPasswordByLink } from './links.ts'
import { registerMember, type AccountRules } from './register.ts'
import { endSession, type openSessions } from './sessions.ts'
import { signIn } from './signIn.ts'

export function accountRoutes(sessions: ReturnType<typeof openSessions>, rules: AccountRules) {
  return [
    route(accounts.register, ({ pool, input, caller }) => registerMember(pool, input, caller, rules), {
      transaction: false,
    }),
    route(accounts.login, ({ pool, input, caller }) => signIn(pool, input, caller, rules), {
      transaction: false,
    }),
    route(accounts.forgotPassword, ({ pool, input, caller }) => sendResetLink(pool, input, caller, rules), {
      transaction: false,
    }),
    route(
      accounts.resetPassword,
      ({ pool, input, caller }) => setPasswordByLink(pool, input, caller, rules, sessions),
      { transaction: false },
    ),
    route(accounts.logout, async ({ db, caller, afterCommit }) => {
      const token = caller.token ?? refuse('authentication_required')
      await endSession(db, token)
      afterCommit(() => sessions.forget(token))
      return {}
    }),
  ]
}
