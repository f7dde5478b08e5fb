/** The comment that was just posted, and what had the focus when it was sent. */
let awaited: { comment_id: string; sentFrom: Element | null } | null = null

/** Moves the focus to this comment once it is on the screen. */
export function focusWhenShown(comment_id: string, sentFrom: Element | null) {
  awaited = { comment_id, sentFrom }
}

/** True once for the awaited comment, unless the reader has gone on to something else in the meantime. */
export function takesFocus(comment_id: string): boolean {
  if (awaited?.comment_id !== comment_id) return false
  const { sentFrom } = awaited
  awaited = null
  return document.activeElement === sentFrom || document.activeElement === document.body
}
