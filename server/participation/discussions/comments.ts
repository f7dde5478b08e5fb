import { deletedCommentText, postComment } from '#contract/discussions.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { type CommentedSection, selectSection } from '#server/legislation/texts/sections.ts'
import { textLanguage } from '#server/participation/comments/textLanguage.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { action } from '#server/platform/http/route/action.ts'
import type { MinuteLimit } from '#server/platform/limits/writeLimit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The maximum number of comments and replies that one member can post in a minute. Votes count only toward the limit of
 * all writes.
 */
const commentLimit: MinuteLimit = { rule: 'comment', attempts: 20, seconds: 60 }

/** Posts a comment, or a reply to one. */
export const commentRoute = action(
  postComment,
  async ({ db, memory, input, write, turn }) => {
    const { id, category_id, parent_comment_id } = input
    const content = (input.content ?? '').trim()
    const section = await sectionOf(db, input)
    const [[response, isRepeat] = []] = await db`
      select response, is_repeat
        from post_comment(${write}, ${turn.secondsToWait}, ${id}, ${category_id}, ${parent_comment_id},
                          ${content}, ${textLanguage(content, input.language)}, ${section?.key ?? null},
                          ${section?.version_no ?? null}::smallint)`.texts()
    memory.forget(id)
    if (isRepeat !== 't') return new JsonBytes(response!)
    turn.refund()
    const repeat: OutputOf<typeof postComment> = JSON.parse(response!)
    if (repeat.comment.is_deleted) repeat.comment.content = deletedCommentText
    return new JsonBytes(JSON.stringify(repeat))
  },
  { limit: commentLimit },
)

/**
 * Returns the section that a first-level comment is about, in the version that its author saw. The sections of a
 * version never change.
 */
async function sectionOf(db: Db, input: ParsedOf<typeof postComment>): Promise<CommentedSection | null> {
  const { id, section_key: key, version_no, parent_comment_id } = input
  if (key === null || parent_comment_id !== null) return null
  return (await selectSection(db, id, key, version_no)) ?? refuse('section_not_found')
}
