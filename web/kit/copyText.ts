import { toast } from './ui/overlays/toast.ts'

/** Copies text to the clipboard, and says in a toast whether it was copied. */
export async function copyText(text: string, says: { copied: string; failed: string }): Promise<void> {
  const isCopied = await writeToClipboard(text)
  toast(isCopied ? says.copied : says.failed, isCopied ? 'success' : 'failure')
}

/** Copies with the Clipboard API. If the browser lacks or refuses it, hidden text is selected and copied instead. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  Object.assign(field.style, { position: 'fixed', inset: '0 auto auto 0', opacity: '0' })
  const focused = document.activeElement
  // A dialog takes the focus back from elements outside it, so the field is added inside the open dialog.
  const container = (focused instanceof HTMLElement && focused.closest('[role=dialog]')) || document.body
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
