import { useEffect, useRef, type RefObject } from 'react'

/** The id of the element that holds the content of every screen. */
const contentId = 'content'

export function focusById(id: string, options?: FocusOptions) {
  document.getElementById(id)?.focus(options)
}

/** For when the control that had the focus is removed and nothing nearer can take it. */
export function focusContent() {
  focusById(contentId, { preventScroll: true })
}

export function focusFirstInvalid(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** A `ref` for a text field that is ready to be typed in, after the text that it already has. */
export function focusAtEnd(field: HTMLInputElement | HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
  // The browser scrolls only to the line of the cursor, and the form's buttons must be visible too.
  field?.form?.scrollIntoView({ block: 'nearest' })
}

/**
 * The element of the returned ref takes the focus whenever `trigger` changes to a truthy value: `true` for once it is
 * mounted, a message for each new message, or a counter for each event.
 */
export function useFocusOn<E extends HTMLElement>(trigger: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (trigger) element.current?.focus()
  }, [trigger])
  return element
}

/**
 * When "Show more" has added items to the list of the returned ref, the first new one takes the focus, because the
 * button that was pressed moves away or disappears. `selector` finds the focusable element of each item.
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
