import type { BillDetail } from '#contract/bills/bills.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { FollowTargetButton } from './FollowTargetButton.tsx'
import styles from './ReintroducedAs.module.css'

/** The bills of the next session that have nearly the same text, with buttons to follow them. */
export function ReintroducedAs({ bills }: { bills: BillDetail['reintroduced_as'] }) {
  if (bills.length === 0) return null
  return (
    <ul className={`card ${styles.bills}`} aria-label="Reintroduced">
      {bills.map(({ bill_id, bill_code, title }) => (
        <li key={bill_id}>
          <span>
            Reintroduced with nearly the same text: <Link to={paths.bill(bill_id)}>{bill_code}</Link>.
          </span>
          <FollowTargetButton
            target={{ target_type: 'bill', target_id: bill_id }}
            name={`${bill_code}: ${title}`}
            what={bill_code}
          />
        </li>
      ))}
    </ul>
  )
}
