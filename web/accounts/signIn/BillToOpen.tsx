import { useEffect, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { getPublicBill } from '#contract/openData/public.ts'
import { call } from '#web/kit/api/api.ts'
import styles from './BillToOpen.module.css'

type BillToOpenProps = {
  bill_id: string | null
  /** The path of the bill's page, which needs no account. */
  page: string
}

/** Says on the registration form which bill opens afterward, because people come here to take a stance on it. */
export default function BillToOpen({ bill_id, page }: BillToOpenProps) {
  const [title, setTitle] = useState<string | null>(null)
  useEffect(() => {
    if (bill_id === null) {
      return undefined
    }
    const read = new AbortController()
    call(getPublicBill, { id: bill_id }, { signal: read.signal }).then(
      ({ bill }) => setTitle(`${bill.bill_code}: ${bill.title}`),
      // The form works without the title, and the link leads to the bill.
      () => undefined,
    )
    return () => read.abort()
  }, [bill_id])
  return (
    <p className={styles.bill}>
      Then you can take a stance on {/* The server renders this page, so the link loads it. */}
      <a href={page}>{title ?? t('the bill that you read')}</a>.
    </p>
  )
}
