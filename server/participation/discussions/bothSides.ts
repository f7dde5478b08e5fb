import { minOtherSideVotes, type SideComment } from '#contract/discussions.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, entryBytes, type Memory, shownMember } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { billExists } from './queries.ts'

/** What all readers of a bill share for at most a second. */
type Sides = { comments: SideComment[]; authors: string[] }

const sidesOf = cacheOf(
  (memory) =>
    new Shared<Sides>(memory, {
      name: 'both_sides',
      maxBytes: 2e6,
      sizeOf: ({ comments }) => entryBytes + 300 * comments.length,
      // An author who makes stances private stands on no side.
      shows: ({ authors }) => authors.map(shownMember),
    }),
)

/** Lists for each side the comments that the other side liked most. */
export async function listBothSides(
  db: Db,
  memory: Memory,
  bill_id: string,
): Promise<{ comments: SideComment[] }> {
  const { comments } = await sidesOf(memory).get(bill_id, db, (database) => selectSides(database, bill_id))
  return { comments }
}

async function selectSides(db: Db, bill_id: string): Promise<Sides> {
  const rows = await db<(SideComment & { user_id: string })[]>`
    select comment_id, user_id, side, upvotes, votes, is_shared from (
      select c.comment_id, c.user_id, c.side, c.upvotes, c.votes, c.is_shared,
             row_number() over (
               partition by c.side
               order by case when c.votes >= ${minOtherSideVotes} then 2 * c.upvotes - c.votes end desc nulls last,
                        case when c.votes >= ${minOtherSideVotes} then c.upvotes end desc nulls last,
                        c.created_at desc, c.comment_id) as rank
        from (
          select m.comment_id, m.user_id, m.created_at, s.stance as side,
                 case s.stance when 'support' then m.oppose_upvotes else m.support_upvotes end as upvotes,
                 case s.stance when 'support' then m.oppose_upvotes + m.oppose_downvotes
                      else m.support_upvotes + m.support_downvotes end as votes,
                 is_liked_by_side(voices(m.support_upvotes, m.support_upvotes_discount), voices(m.support_downvotes, m.support_downvotes_discount))
                   and is_liked_by_side(voices(m.oppose_upvotes, m.oppose_upvotes_discount), voices(m.oppose_downvotes, m.oppose_downvotes_discount)) as is_shared
            from bill_comments m
            join stances s on s.bill_id = m.bill_id and s.user_id = m.user_id and s.stance in ('support', 'oppose')
            join users u on u.user_id = m.user_id and u.public_stances
           where m.bill_id = ${bill_id} and m.is_live) c) ranked
     where rank <= 3 order by side = 'oppose', rank`
  if (rows.length === 0 && !(await billExists(db, bill_id))) refuse('bill_not_found')
  return {
    comments: rows.map(({ user_id: _author, ...comment }) => comment),
    authors: rows.map(({ user_id }) => user_id),
  }
}
