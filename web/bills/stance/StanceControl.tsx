import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { stanceCount, stances, stanceTotal, type Stance } from '#contract/stances.ts'
import { useTakeStance } from '#web/bills/actions.ts'
import { messageOr } from '#web/kit/api/api.ts'
import { formatNumber, formatShort } from '#web/kit/format.ts'
import { Spinner } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { StanceIcon } from './StanceIcon.tsx'
import { moveStanceFocus, stanceFailures } from './stanceKeys.ts'
import { stanceButtonLabels } from './stanceLabels.ts'
import styles from './stance.module.css'

type StanceControlProps = {
  bill: Bill
  /** Shows a row with a bar for each stance, as beside the open bill, instead of the strip of four buttons. */
  large?: boolean
  onStanceTaken?: () => void
}

/**
 * The stance of the member, exposed as a radio group. Arrow keys only move the focus and Space or Enter selects,
 * because exploring the control must never change a stance. It does not use React Aria, which would be an eighth of the
 * code that the feed has to load before it appears.
 */
export function StanceControl({ bill, large = false, onStanceTaken }: StanceControlProps) {
  const mutation = useTakeStance(bill)
  const savingStance = mutation.isPending ? mutation.variables.stance : null
  const total = stanceTotal(bill)
  const [lastFocused, setLastFocused] = useState<Stance | null>(null)
  // Like native radio buttons, only one button of the group is in the tab order.
  const tabStop = lastFocused ?? bill.user_stance ?? stances[0]

  function take(stance: Stance) {
    if (stance === bill.user_stance || savingStance) {
      return
    }
    mutation.mutate({ stance }, { onSuccess: () => onStanceTaken?.() })
  }

  return (
    <div className={styles.frame}>
      <div
        role="radiogroup"
        aria-label={t('Your stance on {bill_code}', { bill_code: bill.bill_code })}
        className={classNames(large ? styles.rows : styles.strip)}
      >
        {stances.map((stance) => {
          const count = stanceCount(bill, stance)
          const percent = total === 0 ? 0 : Math.round((100 * count) / total)
          const label = stanceButtonLabels[stance]
          return (
            <button
              key={stance}
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an arrow key would select an <input>
              role="radio"
              aria-checked={bill.user_stance === stance}
              tabIndex={stance === tabStop ? 0 : -1}
              disabled={savingStance !== null && savingStance !== stance}
              onFocus={() => setLastFocused(stance)}
              onKeyDown={moveStanceFocus}
              onClick={() => take(stance)}
              aria-label={accessibleName(stance, count, large ? percent : null)}
              className={classNames(large ? styles.row : styles.stance, styles[stance])}
            >
              {large ? (
                <>
                  <Icon stance={stance} isSaving={savingStance === stance} />
                  <b>
                    {label}
                    {/* Screen readers announce "checked" instead. */}
                    {bill.user_stance === stance && (
                      <span className={styles.yours} aria-hidden="true">
                        {t('Your stance')}
                      </span>
                    )}
                  </b>
                  <span className={styles.count}>
                    <strong>{formatNumber(count)}</strong> · {percent}%
                  </span>
                  <span className={styles.track}>
                    <span style={{ width: `${percent}%` }} />
                  </span>
                </>
              ) : (
                <>
                  <span className={styles.top}>
                    <Icon stance={stance} isSaving={savingStance === stance} />
                    <span className={styles.number}>{formatShort(count)}</span>
                  </span>
                  <span className={styles.word}>{label}</span>
                </>
              )}
            </button>
          )
        })}
      </div>
      {mutation.isError && (
        <p role="alert" className={styles.failure}>
          <CircleAlert aria-hidden="true" />
          {messageOr(mutation.error, stanceFailures)}
        </p>
      )}
    </div>
  )
}

function Icon({ stance, isSaving }: { stance: Stance; isSaving: boolean }) {
  return isSaving ? (
    <span className={styles.icon}>
      <Spinner />
    </span>
  ) : (
    <StanceIcon stance={stance} className={styles.icon} />
  )
}

function accessibleName(stance: Stance, count: number, percent: number | null): string {
  const name = `${stanceButtonLabels[stance]}, ${formatNumber(count)}`
  return percent === null ? name : `${name}, ${percent}%`
}
