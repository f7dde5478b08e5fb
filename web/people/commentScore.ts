/** Rates the votes on a member's comments by the ratio of upvotes to downvotes. */
export function commentScore({ upvotes, downvotes }: { upvotes: number; downvotes: number }): string {
  if (upvotes === 0 && downvotes === 0) return 'No votes yet'
  if (downvotes === 0) return 'Perfect'
  const ratio = upvotes / downvotes
  if (ratio >= 3) return 'Well-Received'
  return ratio >= 1 ? 'Mixed' : 'Controversial'
}
