import { useId, useRef } from 'react'
import type { Bill, BillDetail } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { stanceTotal } from '#contract/stances.ts'
import { CurrentVersionCounts } from '#web/bills/stance/CurrentVersionCounts.tsx'
import { OutdatedStance } from '#web/bills/stance/OutdatedStance.tsx'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { StanceControl } from '#web/bills/stance/StanceControl.tsx'
import { MindStrip } from '#web/discussions/minds/MindStrip.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import styles from './BillOverlay.module.css'

type StanceCardProps = {
  bill: Bill
  /** The detail of the bill, once it is loaded. */
  detail: BillDetail | undefined
  onOpenMinds: () => void
}

export function StanceCard({ bill, detail, onOpenMinds }: StanceCardProps) {
  const headingId = useId()
  const isPhone = useMedia(widths.phone)
  const control = useRef<HTMLDivElement>(null)
  const focusControl = () =>
    control.current?.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus()
  return (
    <section className={`card no-print ${styles.stance}`} aria-labelledby={headingId}>
      <div className={styles.stanceHead}>
        <h2 id={headingId} className="h-sec">
          {t('Where do you stand?')}
        </h2>
        <span className="muted">{plural(stanceTotal(bill), '{n} stance|{n} stances')}</span>
      </div>
      <StanceBar counts={bill} large />
      {detail && <CurrentVersionCounts bill={detail} />}
      {detail && <OutdatedStance bill={detail} focusStances={focusControl} />}
      <div ref={control}>
        <StanceControl bill={bill} large={!isPhone} />
      </div>
      <MindStrip
        bill_id={bill.bill_id}
        hint={t('You can change your stance at any time.')}
        onOpen={onOpenMinds}
      />
    </section>
  )
}
