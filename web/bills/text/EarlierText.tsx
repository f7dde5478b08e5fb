import type { ReactNode } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { BillHtml } from './BillHtml.tsx'
import { SectionedText, useVersionText } from './SectionedText.tsx'
import styles from './BillText.module.css'

type EarlierTextProps = { bill: BillDetail; version_no: number; loading: ReactNode }

/** The text of a version that the reader chose: in sections with links, or else as published. */
export function EarlierText({ bill, version_no, loading }: EarlierTextProps) {
  const { data, isPending, error, refetch } = useVersionText(bill.bill_id, version_no)
  if (isPending) {
    return loading
  }
  if (!data) {
    return (
      <div role="alert" className={styles.failure}>
        <p>{messageOf(error)}</p>
        <Button onClick={() => void refetch()}>{t('Try Again')}</Button>
      </div>
    )
  }
  const { version, sections, formatted_text, full_text } = data
  if (version.sections) {
    return <SectionedText bill={bill} version_no={version_no} target={null} loading={loading} plain={null} />
  }
  if (formatted_text) {
    return <BillHtml html={formatted_text} loading={loading} />
  }
  const paragraphs = sections.flatMap(({ blocks }) => blocks.map(({ text }) => text))
  return (
    <p className={styles.lines} lang={recordLanguage}>
      {full_text ?? paragraphs.join('\n')}
    </p>
  )
}
