import { checkCommentText } from '#contract/discussions/comments.ts'
import { codePoints, isBlank } from '#contract/rules/text.ts'

export const groupPostMaxLength = 5000
export const groupCommentMaxLength = 500

export function checkGroupPost(text: string): string | null {
  const content = text.trim()
  if (isBlank(content)) return 'Post cannot be empty'
  return codePoints(content) > groupPostMaxLength
    ? `Post must be at most ${groupPostMaxLength} characters`
    : null
}

export function checkGroupComment(text: string): string | null {
  return checkCommentText(text, groupCommentMaxLength)
}
