import { comments, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockComments } from '#server/operations/check/locks.ts'
import { voterSides } from '#server/participation/stances/voteBreakdown.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Checks the counts of comments on bills, and the rules between comments and their votes. */
export const commentCounts: DerivedCount[] = [
  {
    what: "a comment's votes, replies and changed minds",
    keys: comments,
    find: (db, scope) => db<Mismatch[]>`
      select comment_id as key, comment_id as "where",
             jsonb_build_array(c.upvotes, c.downvotes, c.change_count, c.reply_count)::text as stored,
             jsonb_build_array(a.upvotes, a.downvotes, a.change_count, a.reply_count)::text as actual
        from bill_comments c join ${scope.rows('actual_comment_counts')} a using (comment_id)
       where ${scope.has('c.comment_id')}
         and (c.upvotes, c.downvotes, c.change_count, c.reply_count)
          <> (a.upvotes, a.downvotes, a.change_count, a.reply_count)`,
    repair: {
      isOnPagesOf: 'comment',
      lock: lockComments,
      write: (db, scope) => db`
        update bill_comments c set upvotes = a.upvotes, downvotes = a.downvotes, change_count = a.change_count,
               reply_count = a.reply_count
          from ${scope.rows('actual_comment_counts')} a
         where a.comment_id = c.comment_id
           and (c.upvotes, c.downvotes, c.change_count, c.reply_count)
            <> (a.upvotes, a.downvotes, a.change_count, a.reply_count)`,
    },
  },
  {
    what: 'the bill of a vote',
    keys: comments,
    find: (db, scope) => db<Mismatch[]>`
      select comment_id as key, comment_id || ' ' || v.user_id as "where", v.bill_id as stored, c.bill_id as actual
        from comment_votes v join bill_comments c using (comment_id)
       where v.bill_id <> c.bill_id and ${scope.has('v.comment_id')} and ${scope.has('c.comment_id')}`,
    repair: {
      lock: lockComments,
      write: (db, scope) => db`
        update comment_votes v set bill_id = c.bill_id
          from bill_comments c
         where c.comment_id = v.comment_id and c.bill_id <> v.bill_id
           and ${scope.has('v.comment_id')} and ${scope.has('c.comment_id')}`,
    },
  },
  {
    what: "a comment's votes by side",
    keys: comments,
    find: (db, scope) => db<Mismatch[]>`
      select comment_id as key, comment_id as "where", jsonb_build_array(${sidesOf(db, 'c')})::text as stored,
             jsonb_build_array(${sidesOf(db, 'a')})::text as actual
        from bill_comments c join ${scope.rows('actual_comment_vote_breakdown')} a using (comment_id)
       where ${scope.has('c.comment_id')} and (${sidesOf(db, 'c')}) <> (${sidesOf(db, 'a')})`,
    repair: {
      isOnPagesOf: 'comment',
      lock: lockComments,
      write: (db, scope) => db`
        update bill_comments c set (${db.unsafe(sideColumns.join(', '))}) = (${sidesOf(db, 'a')})
          from ${scope.rows('actual_comment_vote_breakdown')} a
         where a.comment_id = c.comment_id and (${sidesOf(db, 'c')}) <> (${sidesOf(db, 'a')})`,
    },
  },
  {
    what: 'the position of a reply',
    keys: comments,
    find: (db, scope) => db<Mismatch[]>`
      select c.comment_id as key, c.comment_id as "where",
             'level ' || c.depth || ' of bill ' || c.bill_id as stored,
             'under level ' || p.depth || ' of bill ' || p.bill_id as actual
        from bill_comments c join bill_comments p on p.comment_id = c.parent_comment_id
       where ${scope.has('c.comment_id')}
         and (c.depth <> p.depth + 1 or c.bill_id <> p.bill_id or c.category_id <> p.category_id)`,
    repair: null,
  },
]

const sideColumns = voterSides.flatMap((side) => [`${side}_upvotes`, `${side}_downvotes`])

function sidesOf(db: Db, table: 'a' | 'c') {
  return db.unsafe(sideColumns.map((column) => `${table}.${column}`).join(', '))
}
