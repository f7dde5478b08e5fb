import type { OutputOf } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import type { listOfficialStatements } from '#contract/messages.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import styles from './Office.module.css'

type OwnStatement = OutputOf<typeof listOfficialStatements>['statements'][number]

/** A statement of the representative, with a link to its bill, where the statement can be replaced. */
export function OwnStatementItem({ statement }: { statement: OwnStatement }) {
  const { bill_id, bill_code, bill_title, content, created_at, is_edited } = statement
  return (
    <li className={`card ${styles.item}`}>
      <p className={styles.from}>
        {bill_code} · {formatDate(created_at)}
        {is_edited && ` · ${t('Replaces an earlier statement')}`}
      </p>
      <h2 className={styles.subject}>
        <Link to={paths.bill(bill_id)} lang={recordLanguage}>
          {bill_title}
        </Link>
      </h2>
      <p className={styles.text}>{content}</p>
    </li>
  )
}
