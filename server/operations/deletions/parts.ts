import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import { reportPart } from '#server/operations/moderation/accountDeletion.ts'
import { alertPart } from '#server/participation/alerts/accountDeletion.ts'
import { discussionPart } from '#server/participation/discussions/accounts/accountRestore.ts'
import { groupPart } from '#server/participation/groups/accountRestore.ts'
import { messagePart } from '#server/participation/messages/accountPart.ts'
import { billPart } from '#server/participation/stances/accountDeletion.ts'
import { ledgerPart } from './ledger.ts'
import type { LedgerSettings } from './ledgerKeys.ts'

/**
 * The account parts of every module that depends on `people` and stores data of members, in the order of their locks.
 * Discussions come before bills, because they lock the counters that both change. Discussions also come before groups,
 * because they lock the members, who must be locked before posts.
 */
export const contentParts: AccountPart[] = [
  discussionPart,
  billPart,
  groupPart,
  reportPart,
  alertPart,
  messagePart,
]

export function accountParts(settings: LedgerSettings): AccountPart[] {
  return [...contentParts, ledgerPart(settings)]
}
