import type * as contract from '#contract/discussions.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { shownFlows, type Stance } from '#contract/stances.ts'
import { isOpenTo } from '#server/members/people/mutes/blocks.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { authorColumns } from '#server/participation/comments/commentTable.ts'
import { pageOf, timeKey } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Body<E extends typeof contract.listMindChanges | typeof contract.listMindsChangedBy> = Omit<
  OutputOf<E>,
  'success'
>
/** One line of a parent needs no more characters than this. */
const parentLength = 200

type CreditedComment<C> = C & { keys: [number, string, string] }

/** Reads the changed minds of a bill: at most twelve counters, and one page of the comments that changed minds. */
export async function listMindChanges(
  db: Db,
  me: Member,
  page: ParsedOf<typeof contract.listMindChanges>,
): Promise<Body<typeof contract.listMindChanges>> {
  const flows = (await selectFlows(db, page.id)) ?? refuse('bill_not_found')
  const { items, next } = pageOf(await selectCredited(db, me.user_id, page), page.limit)
  return { ...shownFlows(flows), comments: items, next }
}

export async function listMindsChangedBy(
  db: Db,
  me: Member,
  page: ParsedOf<typeof contract.listMindsChangedBy>,
): Promise<Body<typeof contract.listMindsChangedBy>> {
  const author = (await selectAuthor(db, me.user_id, page.id)) ?? refuse('user_not_found')
  if (!author.shows_comments) return { comments: [], next: null }
  const { items, next } = pageOf(await selectCreditedOf(db, me.user_id, page), page.limit)
  return { comments: items, next }
}

/** Selects the moves between stances, or undefined if the bill does not exist. */
async function selectFlows(
  db: Db,
  bill_id: string,
): Promise<{ from: Stance; to: Stance; members: number }[] | undefined> {
  const rows = await db<{ from: Stance | null; to: Stance; members: number }[]>`
    select k.from_stance as "from", k.to_stance as "to", k.member_count as members
      from bill_counters b left join bill_mind_changes k on k.bill_id = b.bill_id and k.member_count > 0
     where b.bill_id = ${bill_id} order by k.member_count desc, k.from_stance, k.to_stance`
  if (rows.length === 0) return undefined
  return rows.flatMap(({ from, to, members }) => (from === null ? [] : [{ from, to, members }]))
}

/**
 * Selects the live comments on a bill that changed minds, by authors whose profile the viewer may see and who are not
 * muted. Selects one row more than the page, to know whether there is a next page.
 */
function selectCredited(
  db: Db,
  viewer: string,
  { id, limit, after }: ParsedOf<typeof contract.listMindChanges>,
) {
  type Row = CreditedComment<OutputOf<typeof contract.listMindChanges>['comments'][number]>
  return db<Row[]>`
    select c.comment_id, c.category_id, c.content, c.language, c.created_at, c.change_count, ${parentOf(db, viewer)},
           ${authorColumns(db, viewer)}, u.profile_picture_url,
           case when u.public_stances or u.user_id = ${viewer} then (
             select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = c.user_id) end as user_stance,
           case when u.public_stances or u.user_id = ${viewer} then c.stance_when_written end as stance_when_written,
           ${creditKeys(db)} as keys
      from bill_comments c join users u on u.user_id = c.user_id
     where c.bill_id = ${id} and c.is_live and c.change_count > 0
       and (u.user_id = ${viewer} or (u.account_status = 'active' and u.public_profile))
       and ${isNotMuted(db, viewer, db`c.user_id`)} ${behind(db, after)}
     order by c.change_count desc, c.created_at desc, c.comment_id desc limit ${limit + 1}`
}

async function selectAuthor(
  db: Db,
  viewer: string,
  user_id: string,
): Promise<{ shows_comments: boolean } | undefined> {
  const [author] = await db<{ shows_comments: boolean }[]>`
    select (u.public_comments and ${isOpenTo(db, viewer, user_id)} or u.user_id = ${viewer}) as shows_comments
      from users u
     where u.user_id = ${user_id} and (u.user_id = ${viewer} or (u.account_status = 'active' and u.public_profile))`
  return author
}

function selectCreditedOf(
  db: Db,
  viewer: string,
  { id, limit, after }: ParsedOf<typeof contract.listMindsChangedBy>,
) {
  type Row = CreditedComment<OutputOf<typeof contract.listMindsChangedBy>['comments'][number]>
  return db<Row[]>`
    select c.comment_id, c.category_id, c.content, c.language, c.created_at, c.change_count, ${parentOf(db, viewer)},
           b.bill_id, b.bill_code, b.title as bill_title, ${creditKeys(db)} as keys
      from bill_comments c join bills b using (bill_id)
     where c.user_id = ${id} and c.is_live and c.change_count > 0 ${behind(db, after)}
     order by c.change_count desc, c.created_at desc, c.comment_id desc limit ${limit + 1}`
}

/** The beginning of the live comment that `c` replies to, unless the viewer muted its author. */
function parentOf(db: Db, viewer: string) {
  return db`(
    select json_build_object('full_name', a.full_name, 'content', left(p.content, ${parentLength}), 'language', p.language)
      from bill_comments p left join users a on a.user_id = p.user_id
     where p.comment_id = c.parent_comment_id and p.is_live and ${isNotMuted(db, viewer, db`p.user_id`)}) as parent`
}

function creditKeys(db: Db) {
  return db`json_build_array(c.change_count, ${timeKey(db, 'c.created_at')}, c.comment_id)`
}

function behind(db: Db, after: ParsedOf<typeof contract.listMindChanges>['after']) {
  if (!after) return db``
  const [change_count, time, comment_id] = after
  return db`
    and (c.change_count, c.created_at, c.comment_id) < (${change_count}, ${time}::timestamptz, ${comment_id})`
}
