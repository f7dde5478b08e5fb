/** The comment that was just posted, and the element that had the focus when it was sent. */
let newComment: { comment_id: string; sentFrom: Element | null } | null = null

/** Lets this comment take the focus when it renders. */
export function focusWhenShown(comment_id: string, sentFrom: Element | null) {
  newComment = { comment_id, sentFrom }
}

/** Returns true once for the new comment, unless the member has moved the focus since sending it. */
export function shouldFocus(comment_id: string): boolean {
  if (newComment?.comment_id !== comment_id) return false
  const { sentFrom } = newComment
  newComment = null
  return document.activeElement === sentFrom || document.activeElement === document.body
}
