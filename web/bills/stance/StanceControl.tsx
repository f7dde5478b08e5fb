import { CircleAlert } from 'lucide-react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { Bill } from '../../../contract/bills.ts'
import { stanceCount, stances, stanceTotal, type Stance } from '../../../contract/rules/stances.ts'
import { messageOr } from '../../kit/api/api.ts'
import { formatNumber, formatShort } from '../../kit/format.ts'
import { Spinner } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { useTakeStance } from '../actions.ts'
import { StanceIcon } from './StanceIcon.tsx'
import { stanceButtonLabels } from './stanceLabels.ts'
import styles from './stance.module.css'

const failureMessages = {
  response: 'Failed to submit stance. Please try again.',
  noResponse: 'Network error. Please check your connection and try again.',
}

type StanceControlProps = {
  bill: Bill
  /** A card has four buttons; the open bill has a row per stance, each with its own bar. */
  large?: boolean
  onStanceTaken?: () => void
}

/**
 * The stance of the member, exposed as a radio group. Arrow keys only move the focus and Space or Enter selects, because
 * exploring the control must never change a stance.
 */
export function StanceControl({ bill, large = false, onStanceTaken }: StanceControlProps) {
  const taking = useTakeStance(bill)
  const saving = taking.isPending ? taking.variables.stance : null
  const total = stanceTotal(bill)

  return (
    <div className={styles.frame}>
      <ToggleButtonGroup
        aria-label={`Your stance on ${bill.bill_code}`}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={bill.user_stance ? [bill.user_stance] : []}
        onSelectionChange={(keys) => {
          const stance = stances.find((name) => keys.has(name))
          if (stance && !saving) taking.mutate({ stance }, { onSuccess: () => onStanceTaken?.() })
        }}
        className={classNames(large ? styles.rows : styles.group)}
      >
        {stances.map((stance) => {
          const count = stanceCount(bill, stance)
          const percent = total === 0 ? 0 : Math.round((100 * count) / total)
          const label = stanceButtonLabels[stance]
          return (
            <ToggleButton
              key={stance}
              id={stance}
              isDisabled={saving !== null && saving !== stance}
              onKeyDown={moveUpAndDown}
              aria-label={accessibleName(stance, count, large ? percent : null)}
              className={classNames(large ? styles.row : styles.stance, styles[stance])}
            >
              {saving === stance ? (
                <span className={styles.icon}>
                  <Spinner />
                </span>
              ) : (
                <StanceIcon stance={stance} className={styles.icon} />
              )}
              {large ? (
                <>
                  <b>
                    {label}
                    {/* Screen readers announce "checked" instead. */}
                    {bill.user_stance === stance && (
                      <span className={styles.yours} aria-hidden="true">
                        Your stance
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
                  <span>{label}</span>
                  <span className={styles.count}>{formatShort(count)}</span>
                </>
              )}
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
      {taking.isError && (
        <p role="alert" className={styles.failure}>
          <CircleAlert aria-hidden="true" />
          {messageOr(taking.error, failureMessages)}
        </p>
      )}
    </div>
  )
}

function accessibleName(stance: Stance, count: number, percent: number | null): string {
  const name = `${stanceButtonLabels[stance]}, ${formatNumber(count)}`
  return percent === null ? name : `${name}, ${percent}%`
}

// React Aria moves with Left and Right only, but these buttons are also stacked vertically.
function moveUpAndDown(event: { key: string; target: EventTarget }) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const buttons = [...(event.target.parentElement?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.findIndex((button) => button === event.target) + step]
  next?.focus()
}
