import * as versions from '#contract/bills/versions.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { billExists } from '#server/legislation/paths/findBill.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { read } from '#server/platform/http/route/read.ts'
import { compareVersions } from './compareVersions.ts'
import { locateSection } from './locateSection.ts'
import { getVersion, listVersions } from './queries.ts'

export const versionRoutes = [
  read(
    versions.listVersions,
    async ({ db, input }) => (await listVersions(db, input.id)) ?? refuse('bill_not_found'),
    { isRevalidated: true },
  ),
  // The route reads from the primary, because the first comparison of two versions stores its result.
  read(versions.compareVersions, ({ db, input }) => compareVersions(db, input), {
    onPrimary: true,
    isRevalidated: true,
  }),
  read(
    versions.getVersion,
    async ({ db, input }) => {
      const version = await getVersion(db, input.id, input.version_no)
      if (!version) refuse((await billExists(db, input.id)) ? 'version_not_found' : 'bill_not_found')
      if (!version.has_text) refuse('version_text_unavailable')
      return new JsonBytes(version.body)
    },
    { isRevalidated: true },
  ),
  read(versions.locateSection, ({ db, input }) => locateSection(db, input), { onPrimary: true }),
]
