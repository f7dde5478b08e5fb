import { copyText } from './copyText.ts'

/**
 * Shows and enables the copy buttons of a page that the server wrote: `data-copies` is the id of the field to copy, and
 * the element with `data-copied` beside the button says how it went. Without scripts the field can be selected.
 */
export function enableCopyButtons() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copyField(button))
  }
}

async function copyField(button: HTMLButtonElement) {
  const field = document.getElementById(button.dataset.copies ?? '')
  if (!(field instanceof HTMLTextAreaElement)) return
  const isCopied = await copyText(field.value)
  const status = button.parentElement?.querySelector('[data-copied]')
  if (status) status.textContent = isCopied ? 'Copied' : 'Select the code and copy it yourself.'
  if (!isCopied) field.select()
}
