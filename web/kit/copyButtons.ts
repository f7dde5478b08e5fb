/**
 * Shows and enables the copy buttons of a page that the server rendered. A button's `data-copies` is the id of the field
 * to copy, and the element after the button shows the result. If the browser refuses to copy, the field stays selected.
 * The code is short, because every shared page contains it.
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
