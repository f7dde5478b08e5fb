import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedText } from '#server/sources/bills/importedBill.ts'
import { currentOf, readableOf, versionList, type StoredVersion, type VersionList } from './storedVersion.ts'

/** Selects the stored versions of bills by source_id, without their texts. */
export async function selectVersions(
  db: Transaction,
  source_ids: readonly string[],
): Promise<Map<string, VersionList>> {
  const rows = await db<(StoredVersion & { source_id: string })[]>`
    select b.source_id, v.version_no, v.ordinal, v.stage, v.code, v.label, v.document_type,
           v.printed_on::text as printed_on, v.source_name, v.source_url, v.source_document_id, v.correction,
           v.text_format, encode(v.content_hash, 'hex') as content_hash, encode(v.raw_hash, 'hex') as raw_hash,
           v.sections, v.word_count, v.kind, v.compared_with
      from bills b join bill_versions v using (bill_id)
     where b.source_id = any(${[...new Set(source_ids)]})
     order by v.bill_id, v.version_no`
  const byBill = new Map<string, StoredVersion[]>()
  for (const { source_id, ...version } of rows) {
    const versions = byBill.get(source_id)
    if (versions) versions.push(version)
    else byBill.set(source_id, [version])
  }
  return new Map([...byBill].map(([source_id, versions]) => [source_id, versionList(versions)]))
}

/** Writes the versions that an import changed, which version of each bill is current, and which version readers see. */
export async function saveVersions(db: Transaction, lists: ReadonlyMap<string, VersionList>): Promise<void> {
  const changed = [...lists].filter(([, list]) => list.changed.size > 0)
  if (changed.length === 0) return
  // The statements are sent one after the other without waiting. The connection answers them in order.
  await Promise.all([
    writeVersions(
      db,
      changed.flatMap(([source_id, list]) =>
        Array.from(list.changed, (version) =>
          Object.assign({ source_id }, list.compared.get(version), version),
        ),
      ),
    ),
    writeTexts(
      db,
      changed.flatMap(([source_id, { texts }]) =>
        [...texts].map(([{ version_no }, text]) => textRow(source_id, version_no, text)),
      ),
    ),
    writeCurrent(
      db,
      changed.map(([source_id, { versions }]) => ({
        source_id,
        version_no: currentOf(versions)?.version_no ?? 0,
        text_version_no: readableOf(versions)?.version_no ?? 0,
      })),
    ),
  ])
}

async function writeVersions(
  db: Transaction,
  rows: readonly (StoredVersion & { source_id: string })[],
): Promise<void> {
  await db`
    insert into bill_versions as v (bill_id, version_no, ordinal, stage, code, label, document_type, printed_on,
                               source_name, source_url, source_document_id, correction, text_format, content_hash,
                               raw_hash, sections, word_count, kind, compared_with, words_changed,
                               operative_terms_changed, sections_changed, sections_added, sections_removed,
                               sections_moved)
    select b.bill_id, r.version_no, r.ordinal, r.stage, r.code, r.label, r.document_type, r.printed_on, r.source_name,
           r.source_url, r.source_document_id, r.correction, r.text_format, decode(r.content_hash, 'hex'),
           decode(r.raw_hash, 'hex'), r.sections, r.word_count, r.kind, r.compared_with, r.words_changed,
           r.operative_terms_changed, r.sections_changed, r.sections_added, r.sections_removed, r.sections_moved
      from jsonb_to_recordset(${db.json(rows)})
           as r(source_id text, version_no smallint, ordinal smallint, stage smallint, code text, label text,
                document_type text, printed_on date, source_name text, source_url text, source_document_id text,
                correction smallint, text_format text, content_hash text, raw_hash text, sections int, word_count int,
                kind text, compared_with smallint, words_changed int, operative_terms_changed boolean,
                sections_changed int, sections_added int, sections_removed int, sections_moved int)
      join bills b on b.source_id = r.source_id
    on conflict (bill_id, version_no) do update
       set ordinal = excluded.ordinal, stage = excluded.stage, printed_on = excluded.printed_on,
           source_url = excluded.source_url, source_document_id = excluded.source_document_id,
           text_format = excluded.text_format, content_hash = excluded.content_hash, raw_hash = excluded.raw_hash,
           sections = excluded.sections, word_count = excluded.word_count, kind = excluded.kind,
           compared_with = excluded.compared_with,
           words_changed = coalesce(excluded.words_changed, v.words_changed),
           operative_terms_changed = coalesce(excluded.operative_terms_changed, v.operative_terms_changed),
           sections_changed = coalesce(excluded.sections_changed, v.sections_changed),
           sections_added = coalesce(excluded.sections_added, v.sections_added),
           sections_removed = coalesce(excluded.sections_removed, v.sections_removed),
           sections_moved = coalesce(excluded.sections_moved, v.sections_moved)`
}

function textRow(source_id: string, version_no: number, text: ImportedText) {
  const { sections, struck_sections, formatted_text, full_text } = text
  return { source_id, version_no, sections, struck_sections, formatted_text, full_text }
}

async function writeTexts(db: Transaction, rows: readonly ReturnType<typeof textRow>[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    insert into bill_version_texts (bill_id, version_no, sections, struck_sections, formatted_text, full_text)
    select b.bill_id, r.version_no, nullif(r.sections, 'null'), nullif(r.struck_sections, '[]'), r.formatted_text,
           r.full_text
      from jsonb_to_recordset(${db.json(rows)})
           as r(source_id text, version_no smallint, sections jsonb, struck_sections jsonb, formatted_text text,
                full_text text)
      join bills b on b.source_id = r.source_id`
}

async function writeCurrent(
  db: Transaction,
  rows: readonly { source_id: string; version_no: number; text_version_no: number }[],
): Promise<void> {
  const changed = await db<{ bill_id: string }[]>`
    update bill_counters c set version_no = r.version_no, text_version_no = r.text_version_no
      from jsonb_to_recordset(${db.json(rows)}) as r(source_id text, version_no smallint, text_version_no smallint)
      join bills b on b.source_id = r.source_id
     where c.bill_id = b.bill_id
       and (c.version_no, c.text_version_no) <> (r.version_no, r.text_version_no)
    returning c.bill_id`
  if (changed.length > 0) await db`select store_shown_sections(${changed.map(({ bill_id }) => bill_id)})`
}
