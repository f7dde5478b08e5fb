import type { Registration } from '#contract/branding/pageBranding.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { LimitSettings } from '#server/platform/settings/limitSettings.ts'

/** The settings of the accounts module. docs/operating.md lists their names and defaults. */
export type AccountRules = {
  rateLimits: boolean
  limits: LimitSettings
  passwordBlocklist: boolean
  publicOrigin: string
  /** Who may register: everyone with an access code, or everyone. */
  registration: Registration
}

/**
 * A higher module passes this function to the accounts module. It runs whenever a member's name is set, in the same
 * transaction.
 */
export type OnNameChange = (db: Db, user_id: string) => Promise<void>

/**
 * A higher module passes this function to the accounts module. It runs after a member has registered, in the same
 * transaction.
 */
export type OnRegister = (db: Db, user_id: string, caller: Caller) => Promise<void>
