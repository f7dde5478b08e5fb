import { useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { sharePicturePath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { stanceCount, stances } from '#contract/stances.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import styles from './SharePreview.module.css'

/**
 * The card that others see where the link is posted. The space of the picture stays empty until it loads, or if it
 * fails.
 */
export function SharePreview({ bill, id }: { bill: Bill; id: string }) {
  const [hasPicture, setHasPicture] = useState(true)
  // The counts are part of the picture's URL so that the browser does not show a cached picture with old counts.
  const counts = stances.map((stance) => stanceCount(bill, stance)).join('-')
  return (
    <div className={styles.preview}>
      <p id={id} className={styles.question}>
        {t('Ask a friend: where do you stand?')}
      </p>
      <div className={styles.card}>
        <div className={styles.picture}>
          {hasPicture && (
            <img
              src={`${sharePicturePath(bill.bill_id)}?v=${counts}`}
              alt=""
              width={1200}
              height={630}
              decoding="async"
              onError={() => setHasPicture(false)}
            />
          )}
        </div>
        <p className={styles.title} lang={recordLanguage}>
          {bill.title}
        </p>
        <p className={styles.host}>{window.location.host}</p>
      </div>
    </div>
  )
}
