import { sharedSummary, type Bill } from '../../../contract/bills.ts'

type Shared = Pick<Bill, 'bill_id' | 'title' | 'summary'>

/** What a share says: title, the first 150 characters of the summary, the bill's own address (R58). */
export function sharedBill(bill: Shared, origin: string) {
  return {
    title: bill.title,
    text: sharedSummary(bill.summary),
    url: `${origin}/bills/${bill.bill_id}`,
  }
}

/** Plain links of the services; nothing of theirs runs on our pages. */
export function shareLinks(bill: Shared, origin: string) {
  const { title, text, url } = sharedBill(bill, origin)
  const [heading, words, address] = [title, text, url].map(encodeURIComponent)
  const all = encodeURIComponent(`${title}\n\n${text}\n\n${url}`)
  return [
    {
      name: 'X',
      href: `https://x.com/intent/post?text=${encodeURIComponent(`${title}\n\n${text}`)}&url=${address}`,
    },
    {
      name: 'Facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}&quote=${heading}%0A%0A${words}`,
    },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'Email', href: `mailto:?subject=${heading}&body=${all}` },
    { name: 'Text message', href: `sms:?&body=${all}` },
  ] as const
}

/** Copies by the clipboard call, else by selecting hidden text (also where the call is refused). */
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
  // Inside the focused part of the page: a dialog takes the focus back from anything outside of itself.
  const place = (focused instanceof HTMLElement && focused.closest('[role=dialog]')) || document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
