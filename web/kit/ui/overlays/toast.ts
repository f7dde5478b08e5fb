import type { ReactNode } from 'react'

export type Toast = {
  id: number
  text: string
  kind: 'success' | 'failure'
  picture?: ToastPicture
  action?: ToastAction
}

/** A button that reverts what the toast reports. */
type ToastAction = { label: string; onAction: () => void }

/** Content that is shown instead of the text, for example with icons between words. Screen readers read only the text. */
type ToastPicture = { icon: ReactNode; content: ReactNode }

/** The toasts of this tab, and the texts of its polite and assertive live regions. */
type Messages = { toasts: readonly Toast[]; polite: string; assertive: string }

let messages: Messages = { toasts: [], polite: '', assertive: '' }
const maxToasts = 4
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Partial<Messages>) {
  messages = { ...messages, ...next }
  for (const listener of listeners) listener()
}

/**
 * Shows a toast. A failure stays until the member dismisses it, and a success stays for 6 seconds. A repeated text replaces
 * the earlier toast.
 */
export function toast(text: string, kind: Toast['kind'] = 'success', picture?: ToastPicture) {
  lastId += 1
  const others = messages.toasts.filter((other) => other.text !== text)
  change({
    toasts: [...others, { id: lastId, text, kind, ...(picture ? { picture } : {}) }].slice(-maxToasts),
  })
}

export function toastWithAction(text: string, action: ToastAction) {
  lastId += 1
  change({
    toasts: [...messages.toasts, { id: lastId, text, kind: 'success' as const, action }].slice(-maxToasts),
  })
}

export function dismissToast(id: number) {
  change({ toasts: messages.toasts.filter((toast) => toast.id !== id) })
}

/**
 * Announces a text to screen readers without showing it, for example "20 more bills". A repeated text gets a trailing
 * space, because screen readers announce only changes.
 */
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
