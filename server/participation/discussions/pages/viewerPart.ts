import { mutedJson } from '#server/members/people/mutes/mutedAuthors.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import type { ViewerPart } from './keptPages.ts'

/**
 * Returns the parts of a page of comments that depend on the viewer, as texts, with the version of the discussion. The
 * version counts the committed changes of the discussion and of all authors, so no two states have the same version.
 * After a restart, PostgreSQL begins new versions, in case the database was restored from an earlier state.
 *
 * A comment can become visible up to five seconds after its time, because its transaction may take that long. The time
 * of the answer is therefore set five seconds earlier.
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
    db`(select json_build_object('stance', s.stance, 'when_written', coalesce((
                 select json_object_agg(c.comment_id, c.stance_when_written) from bill_comments c
                  where c.user_id = ${viewer} and c.bill_id = ${bill_id} and c.is_live), '{}'))
          from users u left join stances s on s.user_id = u.user_id and s.bill_id = ${bill_id}
         where u.user_id = ${viewer} and not u.public_stances)`,
    mutedJson(db, viewer),
  ]
}

/** Selects the part of a page that only this viewer sees, or undefined if the bill does not exist. */
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
