import { alertPart } from '../alerts/accountDeletion.ts'
import { billPart } from '../bills/accountDeletion.ts'
import { discussionPart } from '../discussions/accountRestore.ts'
import { groupPart } from '../groups/accountRestore.ts'
import { reportPart } from '../moderation/accountDeletion.ts'
import type { AccountPart } from '../people/deletion/accountParts.ts'
import { messagePart } from '../representatives/messages/accountPart.ts'
import { ledgerPart } from './ledger.ts'
import type { LedgerSettings } from './ledgerKeys.ts'

/**
 * The account parts of every module above `people` that stores data of a member. Comments come before bills, because
 * they lock the rows that both change. They also lock the members, which groups lock first.
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
