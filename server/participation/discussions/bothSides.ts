import { minOtherSideVotes, type SideComment } from '#contract/discussions.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, entryBytes, type Memory } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'
import { billExists } from './queries.ts'

/** What all readers of a bill share for at most a second. */
type Sides = { comments: SideComment[] }

const sidesOf = cacheOf(
  (memory) =>
    new Shared<Sides>(memory, {
      name: 'both_sides',
      maxBytes: 2e6,
      sizeOf: ({ comments }) => entryBytes + 200 * comments.length,
    }),
)

/** Lists for each side the comments that the other side liked most. */
export async function listBothSides(db: Db, memory: Memory, bill_id: string): Promise<Sides> {
  return sidesOf(memory).get(bill_id, db, (database) => selectSides(database, bill_id))
}

async function selectSides(db: Db, bill_id: string): Promise<Sides> {
  const comments = await db<SideComment[]>`
    select comment_id, side, upvotes, votes, is_shared from (
      select c.comment_id, c.side, c.upvotes, c.votes, c.is_shared,
             row_number() over (
               partition by c.side
               order by case when c.votes >= ${minOtherSideVotes} then 2 * c.upvotes - c.votes end desc nulls last,
                        case when c.votes >= ${minOtherSideVotes} then c.upvotes end desc nulls last,
                        c.created_at desc, c.comment_id) as rank
        from (
          select m.comment_id, m.created_at, s.stance as side,
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
  if (comments.length === 0 && !(await billExists(db, bill_id))) refuse('bill_not_found')
  return { comments: [...comments] }
}
