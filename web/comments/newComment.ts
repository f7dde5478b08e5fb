/** The comment that was just posted, and the element that had the focus when it was sent. */
let awaited: { comment_id: string; sentFrom: Element | null } | null = null

/** Moves the focus to this comment when it renders. */
export function focusWhenShown(comment_id: string, sentFrom: Element | null) {
  awaited = { comment_id, sentFrom }
}

/** True once for the awaited comment, unless the member has moved the focus since sending it. */
export function shouldFocus(comment_id: string): boolean {
  if (awaited?.comment_id !== comment_id) return false
  const { sentFrom } = awaited
  awaited = null
  return document.activeElement === sentFrom || document.activeElement === document.body
}
