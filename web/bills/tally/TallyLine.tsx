import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { formatDay } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { getTally, transparencyPath } from '#contract/tally.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { formatNumber } from '#web/kit/format.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { TextButton } from '#web/kit/ui/Button.tsx'
import styles from './Tally.module.css'

const TallyCheck = lazyPart(() => import('./TallyCheck.tsx'))

/** What the public tally says about a bill, with the check of the member's own stance. Nothing before the first tally. */
export default function TallyLine({ bill }: { bill: BillDetail }) {
  const [isChecking, setIsChecking] = useState(false)
  const { data: tally } = useQuery({ ...queryFor(getTally, { id: bill.bill_id }), staleTime: 60_000 })
  if (!tally) {
    return null
  }
  const { total_stances, public_stance_count, day } = tally
  return (
    <p className={styles.line}>
      {plural(
        total_stances,
        'Publicly counted: {n} stance as of {date}.|Publicly counted: {n} stances as of {date}.',
        { date: formatDay(day) },
      )}{' '}
      {bill.user_stance === null ? (
        <a href={transparencyPath}>{t('Public tally')}</a>
      ) : (
        <TextButton onClick={() => setIsChecking(true)}>{t('Check that yours is included')}</TextButton>
      )}
      {public_stance_count < total_stances &&
        ` ${plural(
          total_stances,
          'At most {count} of {n} stance belong to people who keep theirs private.|At most {count} of {n} stances belong to people who keep theirs private.',
          { count: formatNumber(total_stances - public_stance_count) },
        )}`}
      <PopupBoundary onClose={() => setIsChecking(false)}>
        {isChecking && <TallyCheck bill={bill} onClose={() => setIsChecking(false)} />}
      </PopupBoundary>
    </p>
  )
}
