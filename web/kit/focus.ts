import { useEffect, useRef, type RefObject } from 'react'

/** The id of the element that contains the current screen. */
const contentId = 'content'

export function focusById(id: string, options?: FocusOptions) {
  document.getElementById(id)?.focus(options)
}

/** Focuses the current screen. Use it when the focused control is removed and no nearer element can take the focus. */
export function focusContent() {
  focusById(contentId, { preventScroll: true })
}

export function focusFirstInvalid(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** A `ref` callback that focuses a text field and puts the cursor after its text. */
export function focusAtEnd(field: HTMLInputElement | HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
  // The browser scrolls only to the line of the cursor, but the form's buttons must be visible too.
  field?.form?.scrollIntoView({ block: 'nearest' })
}

/**
 * Focuses the element of the returned ref whenever `trigger` changes to a truthy value. Pass `true` to focus it once when
 * it is mounted, a message to focus it for every new message, or a counter to focus it for every event.
 */
export function useFocusOn<E extends HTMLElement>(trigger: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (trigger) element.current?.focus()
  }, [trigger])
  return element
}

/**
 * Focuses the element of the returned ref when it is mounted by a navigation. The screen focuses its content after a navigation,
 * and what was read before is shown by then, so this waits for the next frame.
 */
export function useFocusAfterNavigation<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => element.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return element
}

/**
 * Focuses the first new item after "Show more" has added items to the list of the returned ref, because the pressed button
 * moves away or disappears. `selector` finds the focusable element of each item.
 */
export function useFocusOnFirstNew<E extends HTMLElement>(
  count: number,
  selector: string,
): RefObject<E | null> {
  const list = useRef<E>(null)
  const previousCount = useRef(0)
  useEffect(() => {
    if (previousCount.current > 0 && count > previousCount.current) {
      list.current?.querySelectorAll<HTMLElement>(selector)[previousCount.current]?.focus()
    }
    previousCount.current = count
  }, [count, selector])
  return list
}
