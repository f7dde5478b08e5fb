import type { DerivedCount } from '#server/operations/check/derivedCount.ts'
import { selectOutdatedCollations } from '#server/platform/postgres/collations.ts'

/** Only an operator can rebuild the indexes and then store the version, so there is no repair. */
export const collationVersions: DerivedCount[] = [
  {
    what: 'the version of a collation ("Collation versions" in docs/operating.md)',
    keys: null,
    find: async (db) => {
      const outdated = await selectOutdatedCollations(db)
      return outdated.map(({ name, stored, library }) => ({
        key: name,
        where: name,
        stored,
        actual: library,
      }))
    },
    repair: null,
  },
]
