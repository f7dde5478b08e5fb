import type { Sponsor } from '../../contract/billContent.ts'
import type { BillDetail } from '../../contract/bills.ts'
import { formatDate } from '../kit/format.ts'
import { newestFirst } from './StatusTimeline.tsx'
import styles from './BillFacts.module.css'

/** Sponsors named before the rest is only counted. */
const namedCosponsors = 3

/** Who brought the bill and what happened to it last. */
export function BillFacts({ bill }: { bill: BillDetail }) {
  const sponsors = bill.sponsors.filter((sponsor) => sponsor.role === 'Sponsor')
  const others = bill.sponsors.filter((sponsor) => sponsor.role !== 'Sponsor')
  const latest = newestFirst(bill.actions)[0]
  if (bill.sponsors.length === 0 && !latest) return null
  return (
    <dl className={`no-print ${styles.facts}`}>
      {sponsors.length > 0 && (
        <div>
          <dt>{sponsors.length === 1 ? 'Sponsor' : 'Sponsors'}</dt>
          <dd>{sponsors.map(nameOf).join('; ')}</dd>
        </div>
      )}
      {others.length > 0 && (
        <div>
          <dt>{others.length === 1 ? 'Cosponsor' : 'Cosponsors'}</dt>
          <dd>
            {others.slice(0, namedCosponsors).map(nameOf).join('; ')}
            {others.length > namedCosponsors && ` and ${others.length - namedCosponsors} more`}
          </dd>
        </div>
      )}
      {latest && (
        <div>
          <dt>Latest action</dt>
          <dd>
            {latest.text} <span className="muted">({formatDate(latest.date)})</span>
          </dd>
        </div>
      )}
    </dl>
  )
}

function nameOf({ name, party, district }: Sponsor): string {
  const about = [party, district].filter(Boolean).join(', ')
  return about ? `${name} (${about})` : name
}
