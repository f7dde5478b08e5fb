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
 * Gives the focus back to the button that opened a form when the form closes. `open` is the name of the open form, or null. Returns
 * a function that makes the `ref` of the button of a form. What has taken the focus by then keeps it.
 */
export function useFocusOnClose<Name extends string>(open: Name | null) {
  const buttons = useRef(new Map<Name, HTMLElement>())
  const previous = useRef(open)
  useEffect(() => {
    if (open === null && previous.current !== null && document.activeElement === document.body) {
      buttons.current.get(previous.current)?.focus()
    }
    previous.current = open
  }, [open])
  return (name: Name) => (button: HTMLElement | null) => {
    if (button) buttons.current.set(name, button)
    else buttons.current.delete(name)
  }
}

/**
 * Focuses the first new item after "Show more" has added items to the list of the returned ref, because the pressed button
 * moves away or disappears. `selector` finds the focusable element of each item. Items that come without
 * a new page, for example because the member adds one, do not move the focus if the number of loaded pages is passed.
 */
export function useFocusOnFirstNew<E extends HTMLElement>(
  count: number,
  selector: string,
  pageCount?: number,
): RefObject<E | null> {
  const list = useRef<E>(null)
  const previous = useRef({ count: 0, pageCount })
  useEffect(() => {
    const hasNewPage = pageCount === undefined || pageCount !== previous.current.pageCount
    // By now, the member may be writing in a field, which keeps the focus.
    const isInField = document.activeElement?.matches('input, textarea')
    if (previous.current.count > 0 && count > previous.current.count && hasNewPage && !isInField) {
      list.current?.querySelectorAll<HTMLElement>(selector)[previous.current.count]?.focus()
    }
    previous.current = { count, pageCount }
  }, [count, selector, pageCount])
  return list
}
