import type { TranslatedPart, TranslatedTarget } from '#contract/translations.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export type Target = { target_type: TranslatedTarget; target_id: string }

/** A text that its readers can see. */
export type LiveText = { content: string; language: string | null }

const tables = {
  bill_comment: { table: 'bill_comments', key: 'comment_id' },
  group_post: { table: 'group_posts', key: 'post_id' },
  group_comment: { table: 'group_comments', key: 'comment_id' },
} as const

/** Returns the live row of a target. A deleted or hidden text, or one of a closed account, has none. */
function liveRow(db: Db, { target_type, target_id }: Target) {
  const { table, key } = tables[target_type]
  return db`${db(table)} where ${db(key)} = ${target_id} and is_live`
}

export async function selectText(db: Db, target: Target): Promise<LiveText | undefined> {
  const [row] = await db<LiveText[]>`select content, language from ${liveRow(db, target)}`
  return row
}

/** Selects the names of representatives and sponsors that the text mentions. */
export async function selectNames(
  db: Db,
  { target_type, target_id }: Target,
  text: string,
): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select rep_name as name from representatives where position(rep_name in ${text}) > 0
     union
    select s.name from bill_comments c join bill_sponsorships s using (bill_id)
     where ${target_type} = 'bill_comment' and c.comment_id = ${target_id} and position(s.name in ${text}) > 0
     limit 100`
  return rows.map(({ name }) => name).filter((name) => name.length > 2)
}

type Version = Target & { to: string; version_hash: string }

export async function selectTranslation(
  db: Db,
  { target_type, target_id, to, version_hash }: Version,
): Promise<TranslatedPart[] | undefined> {
  const [row] = await db<{ parts: TranslatedPart[] }[]>`
    select parts from text_translations
     where target_type = ${target_type} and target_id = ${target_id} and to_language = ${to}
       and version_hash = ${version_hash}`
  return row?.parts
}

/**
 * Stores a translation if the text is still there, and returns whether it is. The row of the text is locked so that nobody deletes it
 * before the translation can be deleted with it.
 */
export async function storeTranslation(
  db: Db,
  { to, version_hash, ...target }: Version,
  content: string,
  parts: readonly TranslatedPart[],
): Promise<boolean> {
  const [text] = await db<{ content: string }[]>`select content from ${liveRow(db, target)} for share`
  if (text?.content !== content) return false
  await db`
    insert into text_translations (target_type, target_id, to_language, version_hash, parts)
    values (${target.target_type}, ${target.target_id}, ${to}, ${version_hash}, ${JSON.stringify(parts)}::jsonb)
    on conflict (target_type, target_id, to_language) do update set
      version_hash = excluded.version_hash, parts = excluded.parts, created_at = now()`
  return true
}
