import type { CategoryId } from '#contract/discussions.ts'
import type { Stance } from '#contract/stances.ts'
import { readSeedFile } from '#server/operations/seed/seedFile.ts'
import { textLanguage } from '#server/participation/comments/textLanguage.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type SeedComment = {
  by: string
  category?: CategoryId
  content: string
  hours_ago: number
  replies?: SeedComment[]
}

/** A change of stance because of a comment. `comment` is the position of the comment, level by level. */
export type SeedChange = { by: string; from: Stance; comment: number[]; hours_ago: number }

export type SeedDiscussion = {
  source_id: string
  /** The current stances, after any change. */
  stances?: Record<string, Stance>
  changes?: SeedChange[]
  comments: SeedComment[]
}

const discussionFiles = [
  'discussions-federal.json',
  'discussions-state-local.json',
  'discussions-newest.json',
]

export async function readDiscussions(): Promise<SeedDiscussion[]> {
  const read = await Promise.all(discussionFiles.map(readSeedFile))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own files; a wrong field breaks its insert
  return read.flat() as SeedDiscussion[]
}

export type SeededComment = {
  comment_id: string
  bill_id: string
  by: string
  hours_ago: number
  position: string
}

export async function insertThreads(
  db: Db,
  members: Map<string, string>,
  bill_id: string,
  threads: SeedComment[],
): Promise<SeededComment[]> {
  const inserted: SeededComment[] = []

  async function insertComment(
    comment: SeedComment,
    category_id: string,
    parent: string | null,
    position: number[],
  ) {
    const user_id = members.get(comment.by)
    if (!user_id) throw new Error(`There is no demo member ${comment.by}`)
    const [row] = await db<{ comment_id: string }[]>`
      insert into bill_comments (bill_id, category_id, parent_comment_id, depth, user_id, content, language, created_at)
      values (${bill_id}, ${category_id}, ${parent}, ${position.length}, ${user_id}, ${comment.content}, ${textLanguage(comment.content, null)},
              now() - make_interval(secs => ${comment.hours_ago * 3600}))
      returning comment_id`
    const comment_id = row!.comment_id
    inserted.push({
      comment_id,
      bill_id,
      by: comment.by,
      hours_ago: comment.hours_ago,
      position: position.join('.'),
    })
    for (const [index, reply] of (comment.replies ?? []).entries()) {
      await insertComment(reply, category_id, comment_id, [...position, index])
    }
  }

  for (const [index, thread] of threads.entries()) {
    await insertComment(thread, thread.category ?? 'general-discussion', null, [index])
  }
  return inserted
}
