import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import { reportPart } from '#server/operations/moderation/accountDeletion.ts'
import { discussionPart } from '#server/participation/discussions/accounts/accountDeletion.ts'
import { groupPart } from '#server/participation/groups/accountDeletion.ts'
import { removeStances } from '#server/participation/stances/accountDeletion.ts'
import { keepNothing } from '#server/platform/postgres/setAside.ts'
import { ledgerPart } from './ledger.ts'
import type { LedgerSettings } from './ledgerKeys.ts'

/** Stances name nobody where they are counted, so closing an account changes nothing. */
const stancePart: AccountPart = { remove: (db, user_id) => removeStances(db, user_id, keepNothing) }

/**
 * The account parts of every module that depends on `people` and counts what members do, in the order of their locks.
 * Discussions come before stances, because they lock the counters that both change. Discussions also come before groups,
 * because they lock the members, who must be locked before posts.
 */
export const contentParts: AccountPart[] = [discussionPart, stancePart, groupPart, reportPart]

export function accountParts(settings: LedgerSettings): AccountPart[] {
  return [...contentParts, ledgerPart(settings)]
}
