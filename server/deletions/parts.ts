import { billPart } from '../bills/accountDeletion.ts'
import { discussionPart } from '../discussions/accountRestore.ts'
import { groupPart } from '../groups/accountRestore.ts'
import { reportPart } from '../moderation/accountDeletion.ts'
import type { AccountPart } from '../people/deletion/accountParts.ts'
import { ledgerPart } from './ledger.ts'
import type { LedgerSettings } from './ledgerKeys.ts'

/**
 * Every feature above people that holds something of a member. Comments before bills, because the former lock what both
 * change, and the members, whom groups lock first.
 */
export const contentParts: AccountPart[] = [discussionPart, billPart, groupPart, reportPart]

export function accountParts(settings: LedgerSettings): AccountPart[] {
  return [...contentParts, ledgerPart(settings)]
}
