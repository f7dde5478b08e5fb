/**
 * Shows and enables the copy buttons of a page that the server wrote: `data-copies` is the id of the field to copy, and the
 * element after the button says how it went. Where the browser refuses, the field stays selected. In few bytes, because
 * every shared page contains this.
 */
export function enableCopyButtons() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copyField(button))
  }
}

async function copyField(button: HTMLButtonElement) {
  const field = document.querySelector<HTMLTextAreaElement>(`#${button.dataset['copies']}`)
  field?.select()
  const isCopied = await navigator.clipboard?.writeText(field?.value ?? '').then(
    () => true,
    () => false,
  )
  const status = button.nextElementSibling
  if (status) status.textContent = isCopied ? 'Copied' : 'Selected. Copy it yourself.'
}
