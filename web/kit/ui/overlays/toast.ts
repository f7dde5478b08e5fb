import type { ReactNode } from 'react'

/** The store of this tab for toasts and for announcements that only screen readers read. */
export type Toast = { id: number; text: string; kind: 'success' | 'failure'; picture?: ToastPicture }

/** Shown instead of the text, for example with icons between the words. Screen readers read only the text. */
type ToastPicture = { icon: ReactNode; content: ReactNode }

type Messages = { toasts: readonly Toast[]; polite: string; assertive: string }

let messages: Messages = { toasts: [], polite: '', assertive: '' }
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Partial<Messages>) {
  messages = { ...messages, ...next }
  for (const listener of listeners) listener()
}

/** A failure stays until it is dismissed, a success for 6 seconds. A repeated text replaces the earlier toast. */
export function toast(text: string, kind: Toast['kind'] = 'success', picture?: ToastPicture) {
  lastId += 1
  const others = messages.toasts.filter((other) => other.text !== text)
  change({ toasts: [...others, { id: lastId, text, kind, ...(picture ? { picture } : {}) }].slice(-4) })
}

export function dismissToast(id: number) {
  change({ toasts: messages.toasts.filter((toast) => toast.id !== id) })
}

/** Read by screen readers and not shown, for example "20 more bills". A trailing space makes a repeated text new. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite') {
  change({ [urgency]: messages[urgency] === text ? `${text}\u00a0` : text })
}

export function currentMessages(): Messages {
  return messages
}

export function onMessages(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
