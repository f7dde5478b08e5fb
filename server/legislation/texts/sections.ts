import type { Db } from '#server/platform/postgres/db.ts'

export type CommentedSection = { key: string; version_no: number }

/**
 * Selects a section or a paragraph in one version of a bill. The default is the version that readers see. Undefined if
 * there is no such section.
 */
export async function selectSection(
  db: Db,
  bill_id: string,
  key: string,
  version_no: number | null,
): Promise<CommentedSection | undefined> {
  const [row] = await db<{ version_no: number }[]>`
    select t.version_no
      from bill_counters c
      join bill_version_texts t
        on t.bill_id = c.bill_id and t.version_no = coalesce(${version_no}::smallint, c.text_version_no)
     where c.bill_id = ${bill_id}
       and exists (
         select from jsonb_array_elements(t.sections) s
          where s ->> 'key' = ${key}
             or starts_with(${key}, (s ->> 'key') || '-') and exists (
               select from jsonb_array_elements(s -> 'blocks') b
                where b ->> 'key' = substr(${key}, length(s ->> 'key') + 2)))`
  return row && { key, version_no: row.version_no }
}
