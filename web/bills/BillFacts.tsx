import type { BillDetail } from '../../contract/bills.ts'
import { listedCosponsors, sponsorText } from '../../contract/rules/billContent.ts'
import styles from './BillFacts.module.css'

/** Who introduced the bill and who supports it in the chamber. */
export function BillFacts({ bill }: { bill: BillDetail }) {
  const sponsors = bill.sponsors.filter((sponsor) => sponsor.role === 'Sponsor')
  const cosponsors = bill.sponsors.filter((sponsor) => sponsor.role !== 'Sponsor')
  if (bill.sponsors.length === 0) return null
  return (
    <dl className={styles.facts}>
      {sponsors.length > 0 && (
        <>
          <dt>{sponsors.length === 1 ? 'Sponsor' : 'Sponsors'}</dt>
          <dd>{sponsors.map(sponsorText).join('; ')}</dd>
        </>
      )}
      {cosponsors.length > 0 && (
        <>
          <dt>{cosponsors.length === 1 ? 'Cosponsor' : 'Cosponsors'}</dt>
          <dd>
            {cosponsors.slice(0, listedCosponsors).map(sponsorText).join('; ')}
            {cosponsors.length > listedCosponsors && ` and ${cosponsors.length - listedCosponsors} more`}
          </dd>
        </>
      )}
    </dl>
  )
}
