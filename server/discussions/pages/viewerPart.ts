import { mutedJson } from '../../people/mutes/mutedAuthors.ts'
import type { Db, Part } from '../../postgres/db.ts'
import type { ViewerPart } from './keptPages.ts'

/**
 * What a page of comments says to one viewer only, as texts, with the version of the discussion. The version counts the
 * committed changes of the discussion and of all authors, so no two states have the same one. A restart of PostgreSQL begins
 * other versions, in case the database came back from an earlier state.
 *
 * A comment can appear up to five seconds after its time, which is how long its transaction may take, so the answer counts
 * as five seconds older.
 */
export function viewerFacts(db: Db, viewer: string, bill_id: string): Part[] {
  return [
    db`(select concat_ws(' ', pg_postmaster_start_time(), n.discussion_version,
                         coalesce((select version from author_version), 0) + (select count(*) from author_changes))
          from current_bill_counts n where n.bill_id = ${bill_id})`,
    db`(select iso_time(read_at) from discussion_reads where user_id = ${viewer} and bill_id = ${bill_id})`,
    db`iso_time(now() - interval '5 seconds')`,
    db`(select json_object_agg(v.comment_id, v.vote) filter (where (
                 select c.is_live from bill_comments c where c.comment_id = v.comment_id))
          from comment_votes v where v.user_id = ${viewer} and v.bill_id = ${bill_id})`,
    db`(select json_agg(m.comment_id) filter (where (
                 select c.is_live and c.bill_id = ${bill_id} from bill_comments c where c.comment_id = m.comment_id))
          from mind_changes m where m.user_id = ${viewer})`,
    db`(select json_build_object('stance', s.stance, 'comment_ids', coalesce((
                 select json_agg(c.comment_id) from bill_comments c
                  where c.user_id = ${viewer} and c.bill_id = ${bill_id} and c.is_live), '[]'))
          from users u join stances s on s.user_id = u.user_id and s.bill_id = ${bill_id}
         where u.user_id = ${viewer} and not u.public_stances)`,
    mutedJson(db, viewer),
  ]
}

/** Undefined if there is no such bill. */
export async function selectViewer(db: Db, viewer: string, bill_id: string): Promise<ViewerPart | undefined> {
  const [first, ...others] = viewerFacts(db, viewer, bill_id)
  const facts = others.reduce(
    (list, fact) => db`${list},
           ${fact}`,
    first ?? db``,
  )
  const [row] = await db`select ${facts} from bills where bill_id = ${bill_id}`.raw()
  return row && toViewerPart(row.map((value) => value?.toString() ?? null))
}

export function toViewerPart([version, read_at, as_of, votes, credited, own, muted]: (
  | string
  | null
  | undefined
)[]): ViewerPart {
  return {
    version: version ?? '',
    read_at: read_at ?? null,
    as_of: as_of ?? '',
    votes: JSON.parse(votes ?? '{}'),
    credited: JSON.parse(credited ?? '[]'),
    own: JSON.parse(own ?? 'null'),
    muted: JSON.parse(muted ?? '[]'),
  }
}
