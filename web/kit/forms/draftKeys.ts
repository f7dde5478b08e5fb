/** The prefix of the storage keys of all drafts in discussions of bills. */
export const commentDrafts = 'comment'

/** Returns the prefix of the storage keys of all drafts in the discussion of a bill. */
export function billDrafts(bill_id: string): string {
  return `${commentDrafts}:${bill_id}`
}
