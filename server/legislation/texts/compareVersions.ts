import type { BillVersion, compareVersions as compareVersionsEndpoint } from '#contract/bills/versions.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { billExists } from '#server/legislation/paths/findBill.ts'
import { admission } from '#server/platform/http/admission.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { compareInThread } from './comparisonThread.ts'
import {
  insertComparison,
  selectCompared,
  selectComparison,
  selectTextPair,
  type ComparedVersion,
} from './queries.ts'

/** Two comparisons run at the same time, each in its own thread. Further comparisons wait. */
const admit = admission({ atOnce: 2, waiting: 50, waitMs: 15_000 })
const running = new Map<string, Promise<void>>()

/** Returns one page of the comparison of two versions. Each pair is compared only once, and the result is stored. */
export async function compareVersions(
  db: Db,
  { id, from, to, limit, offset }: ParsedOf<typeof compareVersionsEndpoint>,
): Promise<JsonBytes> {
  const { older, newer } = await comparablePair(db, id, from, to)
  const hashes = await ensureCompared(db, id, older, newer)
  const page = await selectComparison(db, hashes, { limit, offset })
  if (!page) throw new Error('a comparison was not stored')
  const { total } = page
  const rest = {
    success: true,
    bill_code: older.bill_code,
    title: older.title,
    from: withoutInternals(older),
    to: withoutInternals(newer),
    is_truncated: page.is_truncated,
    have_sections: older.sections !== 0 && newer.sections !== 0,
    pagination: { limit, offset, total, has_more: offset + limit < total },
  }
  // Summary and sections are JSON texts from the database. They can be so long that parsing them would delay other
  // requests.
  const body = `${JSON.stringify(rest).slice(0, -1)},"summary":${page.summary},"sections":${page.sections}}`
  return new JsonBytes(Buffer.from(body))
}

export async function comparablePair(
  db: Db,
  id: string,
  from: number,
  to: number,
): Promise<{ older: ComparedVersion; newer: ComparedVersion }> {
  const versions = await selectCompared(db, id, [from, to])
  const older = versions.get(from)
  const newer = versions.get(to)
  if (!older || !newer) refuse((await billExists(db, id)) ? 'version_not_found' : 'bill_not_found')
  if (!older.has_text || !newer.has_text) refuse('version_text_unavailable')
  if (!older.has_sections || !newer.has_sections) refuse('versions_not_comparable')
  return { older, newer }
}

/**
 * Compares the pair unless its result is stored. Simultaneous requests for the same pair wait for the same comparison.
 */
export async function ensureCompared(
  db: Db,
  id: string,
  older: ComparedVersion,
  newer: ComparedVersion,
): Promise<{ older: string; newer: string }> {
  const hashes = { older: older.raw_hash ?? '', newer: newer.raw_hash ?? '' }
  const key = `${hashes.older} ${hashes.newer}`
  if (await selectComparison(db, hashes, { limit: 0, offset: 0 })) return hashes
  const compared = running.get(key) ?? admit(() => compareAndStore(db, id, older, newer, hashes))
  running.set(key, compared)
  await compared.finally(() => running.delete(key))
  return hashes
}

async function compareAndStore(
  db: Db,
  id: string,
  older: ComparedVersion,
  newer: ComparedVersion,
  hashes: { older: string; newer: string },
): Promise<void> {
  const texts =
    (await selectTextPair(db, id, older.version_no, newer.version_no)) ?? refuse('version_not_found')
  const formats = { older_format: older.text_format, newer_format: newer.text_format }
  await insertComparison(db, hashes, await compareInThread({ ...texts, ...formats, withRuns: true }))
}

function withoutInternals(version: ComparedVersion): BillVersion {
  const { raw_hash: _raw, has_sections: _has, bill_code: _code, title: _title, ...rest } = version
  return rest
}
