import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { checkOptionalCode } from '#contract/accounts/accountFields.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as secondFactor from '#contract/accounts/secondFactor.ts'
import { checkedText } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Geocoder } from '#server/legislation/places/geocoder.ts'
import { raw } from '#server/platform/http/route/raw.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import {
  acceptsCookies,
  clearSessionCookie,
  isSameBrowser,
  newKey,
  readCookieKey,
  sessionCookieName,
  setDeviceCookie,
  setSessionCookie,
} from '#server/platform/http/sessionCookie.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { shownMember } from '#server/platform/records/memory.ts'
import { cancelEmailChange, undoEmailChange } from './email/emailChange.ts'
import { forgotPassword, resetPassword } from './email/links.ts'
import { resendVerification, verifyEmail } from './email/verify.ts'
import { changePassword } from './password/changePassword.ts'
import { register } from './register.ts'
import type { AccountRules, OnNameChange, OnRegister } from './rules.ts'
import { makeRequestOptions } from './secondFactor/passkeyOptions.ts'
import { addPasskey, removePasskey, renamePasskey, newPasskey } from './secondFactor/passkeys.ts'
import {
  newAuthenticatorKey,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  getSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './secondFactor/secondFactor.ts'
import { endOtherSessions, listSessions } from './signIn/sessionList.ts'
import { endSession, type openSessions, type SigningIn } from './signIn/sessions.ts'
import { startPasskeySignIn, signIn } from './signIn/signIn.ts'

/** Registration on an instance that is open to everyone: a code may be missing, and one that is sent is still checked. */
const openInput = z.extend(accounts.register.input, { access_code: checkedText(checkOptionalCode) })

export function accountRoutes(
  sessions: ReturnType<typeof openSessions>,
  rules: AccountRules,
  named: OnNameChange,
  registered: OnRegister,
  geocode: Geocoder,
) {
  return [
    raw(
      accounts.register,
      (call) =>
        withCookie(call, rules, (caller) =>
          register(call.pool, call.input, caller, rules, named, registered, geocode),
        ),
      { accepts: rules.registration === 'open' ? openInput : accounts.register.input },
    ),
    raw(accounts.login, (call) =>
      withCookie(call, rules, (caller) => signIn(call.pool, call.input, caller, rules)),
    ),
    raw(accounts.startPasskeySignIn, ({ pool, input, caller }) =>
      startPasskeySignIn(pool, input, caller, rules),
    ),
    raw(accounts.forgotPassword, ({ pool, input, caller }) => forgotPassword(pool, input, caller, rules)),
    raw(accounts.resetPassword, (call) =>
      withDevice(call, rules, (caller) => resetPassword(call.pool, call.input, caller, rules, sessions)),
    ),
    raw(accounts.verifyEmail, async ({ pool, memory, input, caller }) => {
      const response = await verifyEmail(pool, input, caller, rules)
      memory.forget(shownMember(response.user.userId))
      return response
    }),
    write(accounts.resendVerification, ({ db, me }) => resendVerification(db, me, rules)),
    write(accounts.cancelEmailChange, ({ db, me }) => cancelEmailChange(db, me)),
    raw(accounts.undoEmailChange, ({ pool, input, caller }) =>
      undoEmailChange(pool, input, caller, rules, sessions),
    ),
    raw(accounts.changePassword, ({ pool, me, input, caller }) =>
      changePassword(pool, me, input, caller, rules, sessions),
    ),
    read(
      secondFactor.getSecondFactor,
      async ({ db, me }) => ({ second_factor: await getSecondFactor(db, me.user_id) }),
      { onPrimary: true },
    ),
    read(secondFactor.newAuthenticatorKey, async ({ me }) => newAuthenticatorKey(me, rules), {
      onPrimary: true,
    }),
    raw(secondFactor.turnOnSecondFactor, ({ pool, me, input, caller }) =>
      turnOnSecondFactor(pool, me, input, { caller, rules, sessions }),
    ),
    raw(secondFactor.turnOffSecondFactor, ({ pool, me, input, caller }) =>
      turnOffSecondFactor(pool, me, input, { caller, rules, sessions }),
    ),
    raw(secondFactor.removeAuthenticatorApp, ({ pool, me, input, caller }) =>
      removeAuthenticatorApp(pool, me, input, { caller, rules, sessions }),
    ),
    raw(secondFactor.renewRecoveryCodes, ({ pool, me, input, caller }) =>
      renewRecoveryCodes(pool, me, input, { caller, rules }),
    ),
    write(secondFactor.confirmWithPasskey, async ({ db, me }) => ({
      options: await makeRequestOptions(db, me.user_id, 'confirm', rules),
    })),
    raw(secondFactor.newPasskey, ({ pool, me, input, caller }) =>
      newPasskey(pool, me, input, { caller, rules }),
    ),
    raw(secondFactor.addPasskey, ({ pool, me, input, caller }) =>
      addPasskey(pool, me, input, { caller, rules, sessions }),
    ),
    write(secondFactor.renamePasskey, ({ db, me, input }) => renamePasskey(db, me, input)),
    raw(secondFactor.removePasskey, ({ pool, me, input, caller }) =>
      removePasskey(pool, me, input, { caller, rules, sessions }),
    ),
    read(accounts.listSessions, ({ db, me, caller }) => listSessions(db, me, caller), {
      // It names the devices of the reader in the reader's language.
      isTranslated: true,
      onPrimary: true,
    }),
    write(accounts.endOtherSessions, async ({ db, me, caller, afterCommit }) => {
      afterCommit(() => sessions.forgetMember(me.user_id))
      return endOtherSessions(db, me, caller)
    }),
    write(
      accounts.logout,
      async ({ db, me, caller, reply, afterCommit }) => {
        const token = caller.token ?? refuse('authentication_required')
        const browser_hash = await endSession(db, token)
        await recordAction(db, { action: 'signed_out', user_id: me.user_id })
        afterCommit(() => {
          sessions.forget(token)
          // A cookie that belongs to a later sign-in in this browser stays.
          const key = readCookieKey(reply.request, sessionCookieName(rules.publicOrigin))
          if (browser_hash && isSameBrowser(browser_hash, key)) clearSessionCookie(reply, rules.publicOrigin)
        })
        return {}
      },
      // A browser that has lost its cookie must still be able to sign out.
      { withoutCookie: true },
    ),
  ]
}

type Call = { caller: Caller; request: FastifyRequest; reply: FastifyReply }

/** Signs a member in, and sets the cookies if the client requests them. */
async function withCookie<T>(
  call: Call,
  rules: AccountRules,
  signInAs: (caller: SigningIn) => Promise<T>,
): Promise<T> {
  const browserKey = acceptsCookies(call.request, rules.publicOrigin) ? newKey() : null
  const output = await withDevice(call, rules, (caller) => signInAs({ ...caller, browserKey }))
  if (browserKey !== null) setSessionCookie(call.reply, rules.publicOrigin, browserKey)
  return output
}

/**
 * Makes a call after which the browser is recognized. A browser keeps the key that it has. A program that takes no cookies
 * gets none and is never recognized.
 */
async function withDevice<T>(
  { caller, request, reply }: Call,
  { publicOrigin }: AccountRules,
  callAs: (caller: Caller) => Promise<T>,
): Promise<T> {
  const deviceKey = caller.deviceKey ?? (acceptsCookies(request, publicOrigin) ? newKey() : null)
  const output = await callAs({ ...caller, deviceKey })
  if (deviceKey !== null) setDeviceCookie(reply, publicOrigin, deviceKey)
  return output
}
