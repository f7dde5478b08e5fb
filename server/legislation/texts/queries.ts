import type { BillVersion } from '#contract/bills/versions.ts'
import type * as contract from '#contract/bills/versions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type VersionList = Pick<OutputOf<typeof contract.listVersions>, 'versions' | 'unversioned_counts'>

/** Selects the versions of a bill with their stances, latest first, or undefined if the bill does not exist. */
export async function listVersions(db: Db, bill_id: string): Promise<VersionList | undefined> {
  const [row] = await db<VersionList[]>`
    select (select coalesce(json_agg(version_json(v, c.version_no)::jsonb || jsonb_build_object('counts', json_build_object(
                     'support_count', coalesce(k.support_count, 0), 'oppose_count', coalesce(k.oppose_count, 0),
                     'neutral_count', coalesce(k.neutral_count, 0), 'learning_count', coalesce(k.learning_count, 0)))
                     order by v.ordinal desc), '[]')
              from bill_versions v
              left join current_version_totals k on k.bill_id = v.bill_id and k.version_no = v.version_no
             where v.bill_id = c.bill_id) as versions,
           (select json_build_object(
                     'support_count', counted.support_count - coalesce(sum(k.support_count), 0),
                     'oppose_count', counted.oppose_count - coalesce(sum(k.oppose_count), 0),
                     'neutral_count', counted.neutral_count - coalesce(sum(k.neutral_count), 0),
                     'learning_count', counted.learning_count - coalesce(sum(k.learning_count), 0))
              from current_version_totals k where k.bill_id = c.bill_id) as unversioned_counts
      from bill_counters c join current_bill_counts counted using (bill_id) where c.bill_id = ${bill_id}`
  return row
}

/**
 * A version and its text as the JSON of the API, without the outer braces. The texts are null if Hurd does not have
 * them.
 */
export type VersionBody = { has_text: boolean; body: Buffer }

export async function getVersion(
  db: Db,
  bill_id: string,
  version_no: number,
): Promise<VersionBody | undefined> {
  const [row] = await db<{ has_text: boolean; body: string }[]>`
    select v.text_format is not null as has_text,
           json_build_object(
             'success', true,
             'version', version_json(v, c.version_no),
             'sections', coalesce((
               select json_agg((s || jsonb_build_object('comment_count', coalesce(k.comment_count, 0))) order by position)
                 from jsonb_array_elements(t.sections) with ordinality as listed(s, position)
                 left join bill_section_counts k on k.bill_id = v.bill_id and k.section_key = s ->> 'key'), '[]'),
             'struck_sections', coalesce(t.struck_sections, '[]'),
             'full_text', t.full_text,
             'formatted_text', t.formatted_text)::text as body
      from bill_versions v
      join bill_counters c using (bill_id)
      left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
     where v.bill_id = ${bill_id} and v.version_no = ${version_no}`
  return row && { has_text: row.has_text, body: Buffer.from(row.body) }
}

/** A version of a pair to compare, and its bill. The hash is null if the version has no text. */
export type ComparedVersion = BillVersion & {
  raw_hash: string | null
  has_sections: boolean
  bill_code: string
  title: string
}

export async function selectCompared(
  db: Db,
  bill_id: string,
  numbers: readonly number[],
): Promise<Map<number, ComparedVersion>> {
  const rows = await db<(Omit<ComparedVersion, keyof BillVersion> & { version: BillVersion })[]>`
    select version_json(v, c.version_no) as version, encode(v.raw_hash, 'hex') as raw_hash,
           coalesce(t.sections is not null, false) as has_sections, b.bill_code, b.title
      from bill_versions v
      join bill_counters c using (bill_id)
      join bills b on b.bill_id = v.bill_id
      left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
     where v.bill_id = ${bill_id} and v.version_no = any(${[...new Set(numbers)]})`
  return new Map(rows.map(({ version, ...row }) => [version.version_no, { ...version, ...row }]))
}

/** Selects the sections of both versions as JSON, which is passed to the thread without being parsed. */
export async function selectTextPair(
  db: Db,
  bill_id: string,
  older: number,
  newer: number,
): Promise<{ older: string; newer: string } | undefined> {
  const [row] = await db<{ older: string; newer: string }[]>`
    select o.sections::text as older, n.sections::text as newer
      from bill_version_texts o join bill_version_texts n using (bill_id)
     where o.bill_id = ${bill_id} and o.version_no = ${older} and n.version_no = ${newer}`
  return row
}

type Hashes = { older: string; newer: string }

/** Selects one page of a stored comparison, or undefined if the pair was not compared yet. The lists are JSON texts. */
export async function selectComparison(
  db: Db,
  { older, newer }: Hashes,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ summary: string; sections: string; is_truncated: boolean; total: number } | undefined> {
  const [row] = await db<{ summary: string; sections: string; is_truncated: boolean; total: number }[]>`
    select (result -> 'summary')::text as summary, is_truncated, jsonb_array_length(result -> 'sections') as total,
           coalesce((
             select jsonb_agg(s order by position)
               from jsonb_array_elements(result -> 'sections') with ordinality as listed(s, position)
              where position > ${offset} and position <= ${offset + limit}), '[]')::text as sections
      from version_comparisons
     where older_hash = decode(${older}, 'hex') and newer_hash = decode(${newer}, 'hex')`
  return row
}

export async function insertComparison(
  db: Db,
  { older, newer }: Hashes,
  { result, is_truncated }: { result: string; is_truncated: boolean },
): Promise<void> {
  await db`
    insert into version_comparisons (older_hash, newer_hash, result, is_truncated)
    values (decode(${older}, 'hex'), decode(${newer}, 'hex'), ${result}::text::jsonb, ${is_truncated})
    on conflict (older_hash, newer_hash) do nothing`
}

export type LocatedSection = { state: string; key: string; number: string; from_number: string | null }

/**
 * Finds a section of the older version in a stored comparison. If several keys match a section, the longest is used.
 */
export async function selectLocated(
  db: Db,
  { older, newer }: Hashes,
  keys: readonly string[],
): Promise<(LocatedSection & { from_key: string }) | undefined> {
  const [row] = await db<(LocatedSection & { from_key: string })[]>`
    select s ->> 'state' as state, s ->> 'key' as key, s ->> 'number' as number, s ->> 'from_number' as from_number,
           coalesce(s ->> 'from_key', s ->> 'key') as from_key
      from version_comparisons, jsonb_array_elements(result -> 'sections') s
     where older_hash = decode(${older}, 'hex') and newer_hash = decode(${newer}, 'hex')
       and s ->> 'state' <> 'added' and coalesce(s ->> 'from_key', s ->> 'key') = any(${[...keys]})
     order by length(coalesce(s ->> 'from_key', s ->> 'key')) desc limit 1`
  return row
}

/** Selects the number of the version whose text readers see. 0 if the bill has no text. */
export async function selectReadableVersion(db: Db, bill_id: string): Promise<number | undefined> {
  const [row] = await db<{ text_version_no: number }[]>`
    select text_version_no from bill_counters where bill_id = ${bill_id}`
  return row?.text_version_no
}
