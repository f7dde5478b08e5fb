import { ExternalLink } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { T } from '#web/kit/ui/T.tsx'
import styles from './BillText.module.css'

/** The link to the bill at its official source. Nothing is shown for a bill without one. */
export function OfficialLink({ bill }: { bill: Pick<Bill, 'source_url'> }) {
  if (!bill.source_url || !isWebUrl(bill.source_url)) {
    return null
  }
  return (
    <a className={styles.official} href={bill.source_url} target="_blank" rel="noopener noreferrer">
      <T
        text="Read it at the official source{icon}<span>(opens in a new tab)</span>"
        values={{
          icon: <ExternalLink aria-hidden="true" />,
          span: (content) => <span className="vh">{content}</span>,
        }}
      />
    </a>
  )
}

/** Only http and https URLs become links, because the URL comes from an import and could contain a script. */
function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
