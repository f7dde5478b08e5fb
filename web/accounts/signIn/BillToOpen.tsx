import { useEffect, useState, type ReactNode } from 'react'
import { getPublicBill } from '#contract/openData/public.ts'
import { call } from '#web/kit/api/api.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { T } from '#web/kit/ui/T.tsx'
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
  // The server renders this page, so the link loads it.
  const link = (content: ReactNode) => <a href={page}>{content}</a>
  return (
    <p className={styles.bill}>
      {title === null ? (
        <T text="Then you can take a stance on <link>the bill that you read</link>." values={{ link }} />
      ) : (
        <T
          text="Then you can take a stance on <link>{bill}</link>."
          values={{ bill: <span lang={recordLanguage}>{title}</span>, link }}
        />
      )}
    </p>
  )
}
