import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentProps } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { listVersions, type BillVersion } from '#contract/bills/versions.ts'
import { t } from '#contract/kit/translate.ts'
import { VersionLine } from '#web/bills/versions/VersionLine.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { BillText } from './BillText.tsx'
import styles from './TextAndVersions.module.css'

/** The maximum number of versions that are listed. The text itself offers all of them. */
const listedVersions = 6

/** The official text of the bill and its versions. */
export function TextAndVersions({ detail, ...text }: ComponentProps<typeof BillText>) {
  const headingId = useId()
  const bill = detail.data?.bill
  return (
    <section id="text" className={`card ${styles.card}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec no-print">
        {t('Text and versions')}
      </h2>
      <BillText detail={detail} {...text} />
      {bill?.version && (
        <div className="no-print">
          <VersionLine bill={bill} />
          <Versions bill={bill} current={bill.version} />
        </div>
      )}
    </section>
  )
}

function Versions({ bill, current }: { bill: BillDetail; current: BillVersion }) {
  const { data } = useQuery(queryFor(listVersions, { id: bill.bill_id }))
  const versions = (data?.versions ?? [current]).filter(
    ({ document_type, kind }) => document_type === 'bill' && kind !== 'retracted',
  )
  return (
    <ul className={styles.versions}>
      {versions.slice(0, listedVersions).map((version) => (
        <li key={version.version_no}>
          <span>
            <b lang={recordLanguage}>{version.label}</b>
            {version.printed_on && <span className={styles.day}>{formatDate(version.printed_on)}</span>}
          </span>
          {version.version_no === current.version_no ? (
            <Badge tone="member">{t('Current')}</Badge>
          ) : (
            version.has_text &&
            current.has_text && (
              <Link to={paths.compareVersions(bill.bill_id, version.version_no, current.version_no)}>
                <T
                  text="See what changed<span> since {version}</span>"
                  values={{
                    version: <span lang={recordLanguage}>{version.label}</span>,
                    span: (content) => <span className="vh">{content}</span>,
                  }}
                />
              </Link>
            )
          )}
        </li>
      ))}
    </ul>
  )
}
