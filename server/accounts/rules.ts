import type { Db } from '../kit/db.ts'

/** The settings that accounts go by; names and defaults in docs/operating.md. */
export type AccountRules = { rateLimits: boolean; passwordBlocklist: boolean; publicOrigin: string }

/** What a floor above does when somebody takes a name, in the transaction that gives it to them. */
export type Named = (db: Db, user_id: string) => Promise<void>
