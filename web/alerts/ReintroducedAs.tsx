import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { T } from '#web/kit/ui/T.tsx'
import { FollowTargetButton } from './FollowTargetButton.tsx'
import styles from './ReintroducedAs.module.css'

/** The bills of the next session that have nearly the same text, with buttons to follow them. */
export function ReintroducedAs({ bills }: { bills: BillDetail['reintroduced_as'] }) {
  if (bills.length === 0) {
    return null
  }
  return (
    <ul className={`card ${styles.bills}`} aria-label={t('Reintroduced')}>
      {bills.map(({ bill_id, bill_code, title }) => (
        <li key={bill_id}>
          <span>
            <T
              text="Reintroduced with nearly the same text: {link}."
              values={{ link: <Link to={paths.bill(bill_id)}>{bill_code}</Link> }}
            />
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
