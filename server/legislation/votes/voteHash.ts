import { createHash } from 'node:crypto'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'

/** Returns the hash of what a source says. The times of the download and of the source's last change are not part of it. */
export function hashOf(vote: ImportedVote): string {
  const { source_checked_at: _checked, source_updated_at: _updated, shares_key: _shares, ...content } = vote
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
