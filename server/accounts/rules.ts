import type { Caller } from '../http/route.ts'
import type { LimitSettings } from '../kit/limitSettings.ts'
import type { Db } from '../postgres/db.ts'

/** The settings that accounts go by; names and defaults in docs/operating.md. */
export type AccountRules = {
  rateLimits: boolean
  limits: LimitSettings
  passwordBlocklist: boolean
  publicOrigin: string
}

/** What a floor above does when somebody takes a name, in the transaction that gives it to them. */
export type OnNameChange = (db: Db, user_id: string) => Promise<void>

/** What a feature above does when somebody has registered, in the same transaction. */
export type OnRegister = (db: Db, user_id: string, caller: Caller) => Promise<void>
