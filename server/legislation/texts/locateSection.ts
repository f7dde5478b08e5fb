import type { locateSection as locateSectionEndpoint } from '#contract/bills/versions.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { comparablePair, ensureCompared } from './compareVersions.ts'
import { selectLocated, selectReadableVersion } from './queries.ts'

type SectionLocation = Omit<OutputOf<typeof locateSectionEndpoint>, 'success'>

/** Returns where a section of an earlier version is in the text that readers see now. */
export async function locateSection(
  db: Db,
  { id, version_no, key }: ParsedOf<typeof locateSectionEndpoint>,
): Promise<SectionLocation> {
  const current = (await selectReadableVersion(db, id)) ?? refuse('bill_not_found')
  if (current === 0) refuse('version_not_found')
  const { older, newer } = await comparablePair(db, id, version_no, current)
  const hashes = await ensureCompared(db, id, older, newer)
  const location = (await selectLocated(db, hashes, keysAbove(key))) ?? refuse('section_not_found')
  const inside = key.slice(location.from_key.length)
  const from_number = location.from_number ?? location.number
  if (location.state === 'removed') {
    return { state: 'removed', key: null, from_number, number: null, current_version_no: current }
  }
  const state = location.key === location.from_key ? 'same' : 'moved'
  return {
    state,
    key: location.key + inside,
    from_number,
    number: location.number,
    current_version_no: current,
  }
}

/**
 * Returns the keys that a key can belong to. For example, "3-b-1" can be a paragraph of the section "3-b" or of the
 * section "3".
 */
function keysAbove(key: string): string[] {
  const parts = key.split('-')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('-'))
}
