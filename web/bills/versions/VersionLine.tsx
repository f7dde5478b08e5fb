import { FilePenLine } from 'lucide-react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { describeNewVersion } from './versionWords.ts'
import styles from './VersionLine.module.css'

/** What the latest version of the text changed, with a link to the comparison. */
export function VersionLine({ bill }: { bill: BillDetail }) {
  const { version, bill_id } = bill
  const description = version && describeNewVersion(version)
  if (!description) {
    return null
  }
  const { compared_with, version_no, has_text } = version
  return (
    <p className={styles.line}>
      <FilePenLine aria-hidden="true" />
      <span>
        {description}{' '}
        {has_text && compared_with !== null && (
          <Link to={paths.compareVersions(bill_id, compared_with, version_no)}>{t('See what changed')}</Link>
        )}
      </span>
    </p>
  )
}
