import { sharedSummary, type Bill } from '#contract/bills/bills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'

type ShareableBill = Pick<Bill, 'path' | 'title' | 'summary'>

/** Returns what is shared about a bill: its title, the first 150 characters of its summary, and its URL. */
export function sharedBill(bill: ShareableBill, origin: string) {
  return {
    title: bill.title,
    text: sharedSummary(bill.summary),
    url: origin + billPagePath(bill.path),
  }
}

/** Returns links to other services. They are plain links, so no script of those services runs on our pages. */
export function shareLinks(bill: ShareableBill, origin: string) {
  const { title, text, url } = sharedBill(bill, origin)
  const [heading, summary, encodedUrl] = [title, text, url].map(encodeURIComponent)
  const message = encodeURIComponent(`${title}\n\n${text}\n\n${url}`)
  return [
    {
      service: 'x',
      name: 'X',
      href: `https://x.com/intent/post?text=${encodeURIComponent(`${title}\n\n${text}`)}&url=${encodedUrl}`,
    },
    {
      service: 'facebook',
      name: t('Facebook'),
      href: `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}&quote=${heading}%0A%0A${summary}`,
    },
    {
      service: 'linkedin',
      name: t('LinkedIn'),
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodedUrl}`,
    },
    { service: 'email', name: t('Email'), href: `mailto:?subject=${heading}&body=${message}` },
    { service: 'sms', name: t('Text message'), href: `sms:?&body=${message}` },
  ] as const
}
