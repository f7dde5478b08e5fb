import type { Caller } from '../http/route/route.ts'
import type { LimitSettings } from '../kit/env/limitSettings.ts'
import type { Db } from '../postgres/db.ts'

/** Settings of the accounts module. docs/operating.md has their names and defaults. */
export type AccountRules = {
  rateLimits: boolean
  limits: LimitSettings
  passwordBlocklist: boolean
  publicOrigin: string
}

/** Called by a higher module whenever a member's name is set, in the same transaction. */
export type OnNameChange = (db: Db, user_id: string) => Promise<void>

/** Called by a higher module after a member has registered, in the same transaction. */
export type OnRegister = (db: Db, user_id: string, caller: Caller) => Promise<void>
