import * as z from 'zod/mini'
import { compareVersions as compareVersionsEndpoint } from '#contract/bills/versions.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicVersion } from '#contract/openData/publicRecords.ts'
import { compareVersions } from '#server/legislation/texts/compareVersions.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { hasBill } from './bills.ts'
import { withSource, type SourceColumns } from './source.ts'

type VersionRow = Omit<PublicVersion, 'source'> & SourceColumns

/** Returns the fields of `PublicVersion` for the version `v` and the counters `c` of its bill. */
export function publicVersionColumns(db: Db): Part {
  return db`
    v.bill_id, v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on, v.first_seen_at,
    v.text_format, v.kind, v.sections, v.word_count, v.compared_with, v.words_changed, v.sections_changed,
    v.sections_added, v.sections_removed, v.sections_moved, v.version_no = c.version_no as is_current,
    v.source_name, v.source_url, null as source_checked_at`
}

/** Selects the versions, latest first, without those that were withdrawn. */
export async function listPublicVersions(db: Db, bill_id: string): Promise<PublicVersion[]> {
  const rows = await db<VersionRow[]>`
    select ${publicVersionColumns(db)}
      from bill_versions v join bill_counters c using (bill_id)
     where v.bill_id = ${bill_id} and v.withdrawn_at is null order by v.ordinal desc`
  return rows.map(withSource)
}

type VersionText = Omit<OutputOf<typeof contract.getPublicVersionText>, 'success'>

export async function getPublicVersionText(
  db: Db,
  { id, version_no }: ParsedOf<typeof contract.getPublicVersionText>,
): Promise<VersionText> {
  type Row = VersionRow & Omit<VersionText, 'version' | 'sections'> & { text: VersionText['sections'] }
  const [row] = await db<Row[]>`
    select ${publicVersionColumns(db)}, coalesce(t.sections, '[]') as text,
           coalesce(t.struck_sections, '[]') as struck_sections, t.full_text
      from bill_versions v
      join bill_counters c using (bill_id)
      left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
     where v.bill_id = ${id} and v.version_no = ${version_no} and v.withdrawn_at is null`
  if (!row) refuse((await hasBill(db, id)) ? 'version_not_found' : 'bill_not_found')
  if (row.text_format === null) refuse('version_text_unavailable')
  const { text, struck_sections, full_text, ...version } = row
  return { version: withSource(version), sections: text, struck_sections, full_text }
}

const Compared = z.pick(compareVersionsEndpoint.output, {
  is_truncated: true,
  summary: true,
  sections: true,
  pagination: true,
})

type Comparison = Omit<OutputOf<typeof contract.comparePublicVersions>, 'success'>

/** Returns the comparison that members see, with the public records of both versions. */
export async function comparePublicVersions(
  db: Db,
  input: ParsedOf<typeof contract.comparePublicVersions>,
): Promise<Comparison> {
  const rows = await db<VersionRow[]>`
    select ${publicVersionColumns(db)}
      from bill_versions v join bill_counters c using (bill_id)
     where v.bill_id = ${input.id} and v.version_no in (${input.from}, ${input.to}) and v.withdrawn_at is null`
  const versions = new Map(rows.map((row) => [row.version_no, withSource(row)]))
  const [from, to] = [versions.get(input.from), versions.get(input.to)]
  if (!from || !to) refuse((await hasBill(db, input.id)) ? 'version_not_found' : 'bill_not_found')
  const { bytes } = await compareVersions(db, input)
  return { from, to, ...Compared.parse(JSON.parse(bytes.toString())) }
}
