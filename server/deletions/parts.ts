import { alertPart } from '../alerts/accountDeletion.ts'
import { billPart } from '../bills/accountDeletion.ts'
import { discussionPart } from '../discussions/accounts/accountRestore.ts'
import { groupPart } from '../groups/accountRestore.ts'
import { reportPart } from '../moderation/accountDeletion.ts'
import type { AccountPart } from '../people/deletion/accountParts.ts'
import { messagePart } from '../representatives/messages/accountPart.ts'
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
