import { sharedSummary, type Bill } from '../../../contract/bills.ts'
import { billAddress } from '../../../contract/sharedBills.ts'

type Shared = Pick<Bill, 'path' | 'title' | 'summary'>

/** The content of a share: the title, the first 150 characters of the summary, and the URL of the bill. */
export function sharedBill(bill: Shared, origin: string) {
  return {
    title: bill.title,
    text: sharedSummary(bill.summary),
    url: origin + billAddress(bill.path),
  }
}

/** Plain links to the services, so that none of their code runs on our pages. */
export function shareLinks(bill: Shared, origin: string) {
  const { title, text, url } = sharedBill(bill, origin)
  const [heading, summary, address] = [title, text, url].map(encodeURIComponent)
  const all = encodeURIComponent(`${title}\n\n${text}\n\n${url}`)
  return [
    {
      name: 'X',
      href: `https://x.com/intent/post?text=${encodeURIComponent(`${title}\n\n${text}`)}&url=${address}`,
    },
    {
      name: 'Facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}&quote=${heading}%0A%0A${summary}`,
    },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'Email', href: `mailto:?subject=${heading}&body=${all}` },
    { name: 'Text message', href: `sms:?&body=${all}` },
  ] as const
}

/** Copies with the Clipboard API, or by selecting hidden text where the API is missing or refuses. */
export async function copyText(text: string): Promise<boolean> {
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
  // A dialog takes the focus back from elements outside of it, so the field goes inside the open dialog.
  const container = (focused instanceof HTMLElement && focused.closest('[role=dialog]')) || document.body
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
