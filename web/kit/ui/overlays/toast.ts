import type { ReactNode } from 'react'

/** Short messages about things whose place has gone, and words for screen readers only. One store for the whole tab. */
export type Toast = { id: number; words: string; kind: 'success' | 'failure'; picture?: ToastPicture }

/** What is seen in place of the words, for example with icons between them. Screen readers get the words alone. */
type ToastPicture = { icon: ReactNode; content: ReactNode }

type Messages = { toasts: readonly Toast[]; polite: string; assertive: string }

let messages: Messages = { toasts: [], polite: '', assertive: '' }
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Partial<Messages>) {
  messages = { ...messages, ...next }
  for (const listener of listeners) listener()
}

/** A failure stays until dismissed, a success for 6 s (R26); the same words twice in a row show once. */
export function toast(words: string, kind: Toast['kind'] = 'success', picture?: ToastPicture) {
  lastId += 1
  const others = messages.toasts.filter((other) => other.words !== words)
  change({ toasts: [...others, { id: lastId, words, kind, ...(picture ? { picture } : {}) }].slice(-4) })
}

export function dismissToast(id: number) {
  change({ toasts: messages.toasts.filter((one) => one.id !== id) })
}

/** Read out and not shown, for example "20 more bills". A trailing space makes the same words new. */
export function announce(words: string, urgency: 'polite' | 'assertive' = 'polite') {
  change({ [urgency]: messages[urgency] === words ? `${words}\u00a0` : words })
}

export function currentMessages(): Messages {
  return messages
}

export function onMessages(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
