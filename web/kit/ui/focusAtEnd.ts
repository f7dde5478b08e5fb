/** A `ref` for a field that is to be written in at once, after the words that are there. */
export function focusAtEnd(field: HTMLInputElement | HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
  // Not only the line of the cursor: its buttons too.
  field?.form?.scrollIntoView({ block: 'nearest' })
}
